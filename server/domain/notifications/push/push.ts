/** The kind of push notifications in the outbox. */
export const PUSH = 'PUSH'

/** What the event of an item is called that takes the place of a push notification of a chat that somebody has taken. */
export const TAKEN = 'TAKEN'

/** What the event of an item is called that somebody has sent to themselves. */
export const TEST = 'TEST'
