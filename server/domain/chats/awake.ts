/** The columns of a chat that is not snoozed. */
export const AWAKE = { snoozedAt: null, snoozedUntil: null } as const
