/** The priority that somebody gives a chat. */
export const enPriority = {
  title: 'Set the priority',
  hint: 'Waiting chats with a higher priority come first. Of equal ones, the one that has waited longest does.',
  names: { URGENT: 'Urgent', HIGH: 'High', NORMAL: 'Normal', LOW: 'Low' },
  done: (name: string) => `Priority: ${name}`,
}
