import type { Viewer } from './viewer.ts'

/** A visitor who came with a token of their own: they see and do what is theirs, and nothing else. */
export interface VisitorPrincipal {
  kind: 'visitor'
  accountId: string
  channelId: string
  visitorId: string
  /** By which their channel knows them. */
  key: string
  /** The token behind the request. */
  token: { id: string; expiresAt: Date }
}

/** Who acts. What they may see is built from it, never checked after a read. */
export type Principal = Viewer | VisitorPrincipal
