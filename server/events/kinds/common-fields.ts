/** What kinds of events about a visitor or a message have in common: those who see the channel hear of it. */
export const inChannel = {
  audience: 'CHANNEL',
  movesQueue: false,
  changesLoad: false,
  fromAudit: false,
} as const

/** What kinds of events about the account have in common. */
export const inSettings = {
  toVisitor: null,
  movesQueue: false,
  changesLoad: false,
  fromAudit: false,
} as const

/** The same for a change whose audit entry says everything about it. */
export const inAudit = { ...inSettings, subject: 'SETTING', fromAudit: true } as const
