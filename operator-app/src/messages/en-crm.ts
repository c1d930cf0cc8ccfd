/** What endpoints show next to a chat. */
export const enCrm = {
  title: 'From your systems',
  asking: 'Asking for data…',
  failed: 'No data.',
  empty: 'No data for this chat.',
  filledIn: 'Its answer filled in the contact details.',
  loadFailed: 'The data from your systems could not be loaded.',
  page: 'Page:',
  open: 'Open the CRM card',
  bind: 'Bind to the CRM card',
  bindAgain: 'Try to bind again',
  binding: 'Binding…',
  bound: 'Bound to the CRM card.',
  boundBy: (name: string, when: string) => `Bound to the CRM card by ${name}, ${when}`,
  notBound: 'Not bound to the CRM card.',
  triedAgain: 'Not bound yet. Another attempt will follow.',
}
