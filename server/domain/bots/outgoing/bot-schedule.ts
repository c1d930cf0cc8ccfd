/** The contract's part 8: 3 s for each request and 2 retries; attempts begin 3 s apart. */
export const BOT_ATTEMPTS = 3
export const BOT_ATTEMPT_EVERY_MS = 3_000
export const BOT_ATTEMPT_LIMIT_MS = 3_000

/** A reply to one of our attempts may come this much later than the last of them ended. */
export const REPEAT_GRACE_MS = 6_000
/** And this much later, as long as the bot has been asked nothing else. */
export const LAST_REPEAT_GRACE_MS = 60_000
