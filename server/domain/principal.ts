import type { Viewer } from './viewer.ts'

/** A visitor with their own token, who has access to their own data and to nothing else. */
export interface VisitorPrincipal {
  kind: 'visitor'
  accountId: string
  channelId: string
  visitorId: string
  /** The number of the visitor within the account. */
  number: number
  /** The id by which their channel knows them. */
  key: string
  /** The token behind the request. */
  token: { id: string; expiresAt: Date }
}

/** The caller. What they may see is part of every query, and never checked after a read. */
export type Principal = Viewer | VisitorPrincipal
