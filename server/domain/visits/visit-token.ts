import { DAY_MS } from '../../durations.ts'
import type { Env } from '../../process/env.ts'
import { createVisitorToken, readVisitorToken, type VisitorToken } from '../visitors/visitor-token.ts'

/** How long a token is valid. Its page requests a new one long before that. */
const LIFE_MS = 7 * DAY_MS
/** For how long after that it still identifies a returning visitor. */
const CONTINUED_MS = 365 * DAY_MS

/** A new token for a visitor's browser. */
export function createVisitToken(
  { secretKey }: Env,
  visitor: { channelId: string; visitorId: string },
  now = new Date(),
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  return { token: createVisitorToken(secretKey, { ...visitor, expiresAt }), expiresAt }
}

/** The content of an earlier token of a widget, if it may be continued, even if it has expired within a year. */
export function readEarlierToken(
  { secretKey }: Env,
  text: string,
  channelId: string,
  now = new Date(),
): VisitorToken | null {
  const token = readVisitorToken(secretKey, text)
  if (!token || token.channelId !== channelId) return null
  return token.expiresAt.getTime() + CONTINUED_MS > now.getTime() ? token : null
}
