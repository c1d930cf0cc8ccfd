/** Which of the waiting chats come first, as somebody says. */
export const enPriority = {
  title: 'Set the priority',
  hint: 'Of the chats that wait, those with the highest priority come first, and among them those that have waited longest.',
  names: { URGENT: 'Urgent', HIGH: 'High', NORMAL: 'Normal', LOW: 'Low' },
  done: (name: string) => `Priority: ${name}`,
}
