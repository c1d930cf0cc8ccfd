/** The kind of push notifications in the outbox. */
export const PUSH = 'PUSH'

/** What the event of an item is called that somebody has sent to themselves. */
export const TEST = 'TEST'
