import { LocalSite } from './local-site.ts'
import { mergePages } from './merge-pages.ts'
import {
  ENDED_MS,
  memberOf,
  POLLS,
  type SitePage,
  type SiteVisitor,
  type VisitorStore,
  visitorOfMember,
} from './visitor-store.ts'

/** The visitors of an installation that is a single process. */
export function createLocalVisitorStore(): VisitorStore {
  /** Until when each member is there, by account. */
  const members = new Map<string, Map<string, number>>()
  const sites = new Map<string, LocalSite>()
  const typing = new Map<string, Map<string, number>>()
  const places = new Set([POLLS])
  let prunedAt = 0

  function prune(now: number): void {
    if (now - prunedAt < ENDED_MS) return
    prunedAt = now
    for (const lists of [members, typing]) {
      for (const [key, known] of lists) {
        for (const [member, end] of known) if (end <= now - ENDED_MS) known.delete(member)
        if (known.size === 0) lists.delete(key)
      }
    }
    for (const [channelId, site] of sites) {
      site.prune(now)
      if (site.isEmpty) sites.delete(channelId)
    }
  }

  function siteOf(channelId: string): LocalSite {
    const known = sites.get(channelId) ?? new LocalSite()
    sites.set(channelId, known)
    return known
  }

  function sitesOf(channelIds: readonly string[]): LocalSite[] {
    return channelIds.flatMap((channelId) => sites.get(channelId) ?? [])
  }

  return {
    async add(accountId, where, visitors, until) {
      prune(Date.now())
      places.add(where)
      const known = listOf(members, accountId)
      for (const visitor of visitors) {
        known.set(memberOf(visitor, where), until)
        siteOf(visitor.channelId).add(visitor, until)
      }
    },
    async touch(accountId, visitor, until) {
      const now = Date.now()
      prune(now)
      const known = listOf(members, accountId)
      const member = memberOf(visitor, POLLS)
      const isNew = (known.get(member) ?? 0) <= now
      known.set(member, until)
      const there = sites.get(visitor.channelId)?.find(visitor.visitorId, now)
      if (there) there.until = Math.max(there.until, until)
      const writers = [...(typing.get(visitor.visitorId) ?? [])].filter(([, end]) => end > now)
      return { isNew, typing: writers.at(-1)?.[0] ?? null }
    },
    async leave(accountId, where, visitor) {
      const known = members.get(accountId)
      known?.delete(memberOf(visitor, where))
      const until = Math.max(0, ...[...places].map((place) => known?.get(memberOf(visitor, place)) ?? 0))
      const site = sites.get(visitor.channelId)
      if (until > Date.now()) site?.shorten(visitor.visitorId, until)
      else site?.remove(visitor.visitorId)
    },
    async restart(visitor) {
      sites.get(visitor.channelId)?.restart(visitor)
    },
    async areThere(visitors) {
      const now = Date.now()
      const there = visitors.filter(({ channelId, visitorId }) => sites.get(channelId)?.find(visitorId, now))
      return new Set(there.map(({ visitorId }) => visitorId))
    },
    async count(channelIds) {
      const now = Date.now()
      return sitesOf(channelIds).reduce((sum, site) => sum + site.count(now), 0)
    },
    async page({ channelIds, ...page }: SitePage) {
      return mergePages(
        sitesOf(channelIds).map((site) => site.page(page, Date.now())),
        page,
      )
    },
    async startOf({ channelId, visitorId }: SiteVisitor) {
      return sites.get(channelId)?.find(visitorId, Date.now())?.startedAt ?? null
    },
    async all(channelIds) {
      const now = Date.now()
      return sitesOf(channelIds).flatMap((site) => site.present(now))
    },
    async ended(accountId, since, until) {
      const known = [...(members.get(accountId) ?? [])]
      return known.filter(([, end]) => end > since && end <= until).map(([member]) => visitorOfMember(member))
    },
    async setTyping(visitorId, writer, until) {
      typing.get(visitorId)?.delete(writer)
      if (until !== null) listOf(typing, visitorId).set(writer, until)
    },
  }
}

function listOf(lists: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const known = lists.get(key) ?? new Map<string, number>()
  lists.set(key, known)
  return known
}
