/** The kind of push notifications in the outbox. */
export const PUSH = 'PUSH'

/** The event of an item that replaces a push notification of a chat, because somebody has taken the chat. */
export const TAKEN = 'TAKEN'

/** The event of an item that somebody has sent to themselves. */
export const TEST = 'TEST'
