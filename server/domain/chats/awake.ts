/** What a chat has that is not snoozed. */
export const AWAKE = { snoozedAt: null, snoozedUntil: null } as const
