import { AppError } from '../errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Role } from './operators/role.ts'

/** The principal of a signed-in user, with what they may access. Created once for each request or socket. */
export interface Viewer {
  kind: 'operator'
  userId: string
  accountId: string
  role: Role
  /** The channels that an operator or a supervisor sees; null for an admin, who sees all of the account's. */
  channelIds: readonly string[] | null
  /** The session behind the request; null when an API token was used. */
  sessionId: string | null
  /** The API token behind the request; null when a session was used. */
  apiToken: { id: string; expiresAt: Date | null } | null
  /** Where the request comes from, for the audit log; absent inside the process. */
  origin?: Origin
}

/** Where a request comes from, as far as known. */
interface Origin {
  address: string | null
  userAgent: string | null
}

/** The part of a chat's (visitor's, delivery's …) `where` that keeps it within what the viewer may see. */
export function within(viewer: Viewer): { accountId: string; channelId?: { in: string[] } } {
  return {
    accountId: viewer.accountId,
    ...(viewer.channelIds && { channelId: { in: [...viewer.channelIds] } }),
  }
}

/** The same for a row that was read by its id. */
export function isWithin(viewer: Viewer, row: { accountId: string; channelId: string }): boolean {
  const { accountId, channelIds } = viewer
  return row.accountId === accountId && (channelIds?.includes(row.channelId) ?? true)
}

/** The same as a condition in SQL. */
export function reachedBy(viewer: Viewer): Prisma.Sql {
  const ofAccount = Prisma.sql`"accountId" = ${viewer.accountId}::uuid`
  if (!viewer.channelIds) return ofAccount
  return Prisma.sql`${ofAccount} AND "channelId" = ANY(${[...viewer.channelIds]}::uuid[])`
}

/** The same for channels themselves. Nobody sees deleted ones. */
export function channelsWithin(viewer: Viewer): Prisma.ChannelWhereInput {
  return {
    accountId: viewer.accountId,
    deletedAt: null,
    ...(viewer.channelIds && { id: { in: [...viewer.channelIds] } }),
  }
}

/** The part of a `where` for what only admins see: it matches nothing for anyone else. */
export function administeredBy(viewer: Viewer): { accountId: string | { in: string[] } } {
  // An empty OR would match nothing at the top of a `where`, but everything within its AND.
  return { accountId: viewer.role === 'ADMIN' ? viewer.accountId : { in: [] } }
}

/** Throws `forbidden` unless the viewer is an admin. */
export function requireAdmin(viewer: Pick<Viewer, 'role'>): void {
  if (viewer.role !== 'ADMIN') throw new AppError('forbidden', 'Only admins can do this.')
}

/** Throws `forbidden` unless the viewer supervises others: a supervisor or an admin. */
export function requireSupervisor(viewer: Pick<Viewer, 'role'>): void {
  if (viewer.role === 'OPERATOR') throw new AppError('forbidden', 'Only supervisors and admins can do this.')
}
