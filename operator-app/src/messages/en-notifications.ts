export const enNotifications = {
  call: (name: string) => `${name} wants to be called`,
  snoozeEnded: (name: string) => `No longer snoozed: ${name}`,
  newChat: (name: string) => `New chat: ${name}`,
  handed: (name: string, department: string) => `For ${department}: ${name}`,
  message: (name: string) => name,
  offer: {
    TRANSFER: (name: string) => `${name} wants to hand you a chat`,
    JOIN: (name: string) => `${name} invited you to join a chat`,
    OFFER: () => 'A chat is waiting for you',
  },
  assigned: (name: string) => `Your chat: ${name}`,
  notTaken: (name: string) => `Nobody has taken the chat: ${name}`,
  targetNear: {
    FIRST_REPLY: (name: string) => `Answer soon: ${name}`,
    CLOSING: (name: string) => `Close soon: ${name}`,
  },
  targetMissed: {
    FIRST_REPLY: (name: string) => `Not answered in time: ${name}`,
    CLOSING: (name: string) => `Not closed in time: ${name}`,
  },
  taken: {
    TAKEN_OVER: (who: string, chat: string) => `${who} took over your chat with ${chat}`,
    TRANSFERRED_TO_DEPARTMENT: (who: string, chat: string) => `${who} passed on your chat with ${chat}`,
    BOT_JOINED: (who: string, chat: string) => `${who} gave your chat with ${chat} back to the bot`,
    CHAT_CLOSED: (who: string, chat: string) => `${who} closed your chat with ${chat}`,
  },
  mention: (name: string, visitor: string) => `${name} mentioned you (${visitor})`,
  failed: (name: string) => `Not delivered to ${name}`,
  show: 'Show',
  waiting: (count: number) => (count === 1 ? 'A visitor is waiting' : `${count} visitors are waiting`),
}
