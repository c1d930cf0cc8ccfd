/** What endpoints show beside a chat. */
export const enCrm = {
  title: 'From your systems',
  asking: 'Asking for data…',
  failed: 'No data.',
  empty: 'It has nothing to show about this chat.',
  filledIn: 'Its answer filled in the contact details.',
  loadFailed: 'What your systems know about this visitor could not be loaded.',
  page: 'Page:',
  open: 'Open the CRM card',
  bind: 'Bind to the CRM card',
  bindAgain: 'Try to bind again',
  binding: 'Binding…',
  bound: 'Bound to the CRM card.',
  boundBy: (name: string, when: string) => `Bound to the CRM card by ${name}, ${when}`,
  notBound: 'Not bound to the CRM card.',
  triedAgain: 'Not bound yet. It will be tried again.',
}
