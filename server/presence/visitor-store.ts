/** Expired visitors can be queried for this long. */
export const ENDED_MS = 300_000

/** Where visitors are counted who poll, which is in no particular process. */
export const POLLS = 'polls'

/** A visitor of a website. */
export interface SiteVisitor {
  channelId: string
  visitorId: string
}

/** A visitor who is on a website, with the time at which their visit began (milliseconds). */
export interface PresentVisitor extends SiteVisitor {
  startedAt: number
}

/** Which of those who are there; those of one page. */
export interface SitePage {
  channelIds: readonly string[]
  limit: number
  /** The visitor that the page begins after; from the start unless given. */
  after?: Pick<PresentVisitor, 'visitorId' | 'startedAt'> | null
  /** By default, the latest visit comes first. */
  oldestFirst?: boolean
}

/** The result for a visitor who polls. */
interface PollResult {
  /** Whether they were away until now. */
  isNew: boolean
  /** Who is typing to them: the last operator given to `setTyping`. */
  typing: string | null
}

/** Which visitors are on which websites, in all processes, and who is typing to them. */
export interface VisitorStore {
  /** These are there, in a process or by polls, until then, unless they are renewed or leave. */
  add(accountId: string, where: string, visitors: readonly PresentVisitor[], until: number): Promise<void>
  /** The same for one visitor, who polls; one round trip. A new one is not on any page before `add`. */
  touch(accountId: string, visitor: SiteVisitor, until: number): Promise<PollResult>
  /** They are no longer there in this process, or by polls. */
  leave(accountId: string, where: string, visitor: SiteVisitor): Promise<void>
  /** Another visit of somebody who is there begins. */
  restart(visitor: PresentVisitor): Promise<void>
  /** The ids of those who are there. */
  areThere(visitors: readonly SiteVisitor[]): Promise<Set<string>>
  count(channelIds: readonly string[]): Promise<number>
  page(page: SitePage): Promise<PresentVisitor[]>
  /** When the visit of somebody who is there began; null for somebody who is not. */
  startOf(visitor: SiteVisitor): Promise<number | null>
  /** The ids of all who are there, however many they are. */
  all(channelIds: readonly string[]): Promise<string[]>
  /** Those who expired in between and had not left. */
  ended(accountId: string, since: number, until: number): Promise<SiteVisitor[]>
  /** Somebody is typing to the visitor until then, or has stopped. */
  setTyping(visitorId: string, writer: string, until: number | null): Promise<void>
}

/** How a visitor in one place is stored. Processes of an earlier version read the first part only. */
export function memberOf({ visitorId, channelId }: SiteVisitor, where: string): string {
  return `${visitorId}|${where}|${channelId}`
}

export function visitorOfMember(member: string): SiteVisitor {
  const [visitorId = '', , channelId = ''] = member.split('|')
  return { visitorId, channelId }
}

/** Compares visitors by the begin of their visits, the earliest first. */
export function byStart(
  a: Pick<PresentVisitor, 'startedAt' | 'visitorId'>,
  b: Pick<PresentVisitor, 'startedAt' | 'visitorId'>,
): number {
  if (a.startedAt !== b.startedAt) return a.startedAt - b.startedAt
  return a.visitorId < b.visitorId ? -1 : Number(a.visitorId > b.visitorId)
}
