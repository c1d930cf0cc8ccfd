/** Which calls are callbacks that have not ended: a visitor has at most one. */
export const CALLBACK_UNDER_WAY = { type: 'CALLBACK', endedAt: null } as const
