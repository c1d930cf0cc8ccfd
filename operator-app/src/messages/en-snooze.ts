/** Chats that are put aside for a while. */
export const enSnooze = {
  title: 'Snooze the chat',
  hint: 'It leaves the views and comes back at this time, or as soon as the visitor writes.',
  times: { hour: 'In an hour', tomorrow: 'Tomorrow morning', monday: 'Next Monday' },
  untilWritten: 'Until the visitor writes',
  date: 'At another time',
  action: 'Snooze',
  end: 'End the snooze',
  done: 'The chat is snoozed',
  ended: 'The chat is back',
  until: (when: string) => `Snoozed until ${when}`,
  untilVisitor: 'Snoozed until the visitor writes',
}
