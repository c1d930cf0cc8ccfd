/** How urgent a chat in the list is. */
export const enUrgency = {
  priority: { LOW: 'Low priority', HIGH: 'High priority', URGENT: 'Urgent' },
  notTaken: 'Nobody has taken it yet',
  due: {
    FIRST_REPLY: (time: string) => `First reply by ${time}`,
    CLOSING: (time: string) => `To be closed by ${time}`,
  },
  missed: {
    FIRST_REPLY: (time: string) => `First reply missed at ${time}`,
    CLOSING: (time: string) => `Should have been closed by ${time}`,
  },
}
