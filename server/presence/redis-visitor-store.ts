import type { ChainableCommander, Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { mergePages } from './merge-pages.ts'
import {
  byStart,
  ENDED_MS,
  memberOf,
  POLLS,
  type PresentVisitor,
  type SitePage,
  type SiteVisitor,
  type VisitorStore,
  visitorOfMember,
} from './visitor-store.ts'

/** What must be renewed is renewed this often; places last longer than that. */
const KEPT_MS = 5_000
/** How many ids one command names. */
const BATCH = 5_000

/**
 * A visitor is no longer in one place: they are on the website for as long as they are in another. `KEYS`: the account's
 * members, the places, and until when and since when visitors are on the website; the visitor, the member without them,
 * the place and the time. Redis returns scores as text, which keeps their digits.
 */
const LEAVE = `
local visitor, channel, now = ARGV[1], ARGV[2], tonumber(ARGV[4])
redis.call('ZREM', KEYS[1], visitor .. '|' .. ARGV[3] .. '|' .. channel)
local places = redis.call('ZRANGEBYSCORE', KEYS[2], ARGV[4], '+inf')
places[#places + 1] = '${POLLS}'
local last = '0'
for _, place in ipairs(places) do
  local ends = redis.call('ZSCORE', KEYS[1], visitor .. '|' .. place .. '|' .. channel)
  if ends and tonumber(ends) > tonumber(last) then last = ends end
end
if tonumber(last) > now then redis.call('ZADD', KEYS[3], last, visitor)
else
  redis.call('ZREM', KEYS[3], visitor)
  redis.call('ZREM', KEYS[4], visitor)
end`

/** Removes a thousand of those who have expired from both lists of a website. */
const PRUNE = `
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1000)
if #gone == 0 then return end
redis.call('ZREM', KEYS[1], unpack(gone))
redis.call('ZREM', KEYS[2], unpack(gone))`

interface VisitorCommands {
  leaveSite(...keysAndArguments: string[]): Promise<unknown>
  pruneSite(...keysAndArguments: string[]): Promise<unknown>
}

/**
 * The visitors of any number of processes, in sorted sets. Of each account: its members, a visitor in one place each, by
 * the time at which they end. Of each website: its visitors once more, by that time and by the begin of their visits, so
 * that one can be looked up, all can be counted, and a page can be read.
 */
export function createRedisVisitorStore(redis: Redis, prefix: string): VisitorStore {
  redis.defineCommand('leaveSite', { numberOfKeys: 4, lua: LEAVE })
  redis.defineCommand('pruneSite', { numberOfKeys: 2, lua: PRUNE })
  const commands = redis as Redis & VisitorCommands
  const membersKey = (accountId: string) => `${prefix}visitors:${accountId}`
  const placesKey = `${prefix}visitor-places`
  const endsKey = (channelId: string) => `${prefix}site-ends:${channelId}`
  const startsKey = (channelId: string) => `${prefix}site-starts:${channelId}`
  const typingKey = (visitorId: string) => `${prefix}typing:${visitorId}`
  const recent = new LRUCache<string, true>({ max: 10_000, ttl: KEPT_MS })

  function isDue(name: string): boolean {
    if (recent.has(name)) return false
    recent.set(name, true)
    return true
  }

  function addToSite(
    pipeline: ChainableCommander,
    channelId: string,
    visitors: readonly PresentVisitor[],
    until: number,
  ): void {
    const [ends, starts] = [endsKey(channelId), startsKey(channelId)]
    pipeline.zadd(ends, 'GT', ...visitors.flatMap(({ visitorId }) => [until, visitorId]))
    pipeline.zadd(starts, 'GT', ...visitors.flatMap(({ visitorId, startedAt }) => [startedAt, visitorId]))
    pipeline.pexpireat(ends, until + ENDED_MS).pexpireat(starts, until + ENDED_MS)
  }

  /** Says that there is such a place, and removes who has expired. Both are not needed with every visitor. */
  async function placeAndPrune(
    accountId: string,
    where: string,
    visitors: readonly SiteVisitor[],
    until: number,
  ): Promise<void> {
    const now = Date.now()
    const old = now - ENDED_MS
    if (isDue(where))
      await redis.pipeline().zremrangebyscore(placesKey, '-inf', old).zadd(placesKey, until, where).exec()
    if (isDue(accountId)) await redis.zremrangebyscore(membersKey(accountId), '-inf', old)
    const due = [...byChannel(visitors).keys()].filter(isDue)
    await Promise.all(due.map((id) => commands.pruneSite(endsKey(id), startsKey(id), String(now))))
  }

  /** Those of one website, past those whose end nobody has noticed yet. */
  async function pageOfSite(
    channelId: string,
    { limit, after, oldestFirst }: SitePage,
  ): Promise<PresentVisitor[]> {
    const found: PresentVisitor[] = []
    const isBeyond = (visitor: PresentVisitor) =>
      !after || byStart(visitor, after) * (oldestFirst ? 1 : -1) > 0
    for (let offset = 0; found.length < limit; offset += limit) {
      const range = ['LIMIT', offset, limit] as const
      const from = after ? after.startedAt : null
      const read = oldestFirst
        ? redis.zrangebyscore(startsKey(channelId), from ?? '-inf', '+inf', 'WITHSCORES', ...range)
        : redis.zrevrangebyscore(startsKey(channelId), from ?? '+inf', '-inf', 'WITHSCORES', ...range)
      const visitors = readScored(channelId, await read)
      if (visitors.length === 0) break
      const there = await areThere(visitors)
      found.push(...visitors.filter((visitor) => isBeyond(visitor) && there.has(visitor.visitorId)))
    }
    return found.slice(0, limit)
  }

  async function areThere(visitors: readonly SiteVisitor[]): Promise<Set<string>> {
    const now = Date.now()
    const batches = [...byChannel(visitors)].flatMap(([channelId, of]) =>
      inBatches(of.map(({ visitorId }) => visitorId)).map((ids) => ({ channelId, ids })),
    )
    const pipeline = redis.pipeline()
    for (const { channelId, ids } of batches) pipeline.zmscore(endsKey(channelId), ...ids)
    const answers = (await run(pipeline)) as (string | null)[][]
    return new Set(
      batches.flatMap(({ ids }, index) => ids.filter((_id, at) => Number(answers[index]?.[at] ?? 0) > now)),
    )
  }

  return {
    async add(accountId, where, visitors, until) {
      const members = membersKey(accountId)
      await placeAndPrune(accountId, where, visitors, until)
      for (const batch of inBatches(visitors)) {
        const pipeline = redis
          .pipeline()
          .zadd(members, ...batch.flatMap((visitor) => [until, memberOf(visitor, where)]))
          .pexpireat(members, until + ENDED_MS)
        for (const [channelId, of] of byChannel(batch)) addToSite(pipeline, channelId, of, until)
        await run(pipeline)
      }
    },
    async touch(accountId, visitor, until) {
      const now = Date.now()
      const [members, member] = [membersKey(accountId), memberOf(visitor, POLLS)]
      const { channelId, visitorId } = visitor
      const [, before, , typing] = await run(
        redis
          .pipeline()
          .zremrangebyscore(members, '-inf', now - ENDED_MS)
          .zscore(members, member)
          .zadd(members, until, member)
          .zrevrangebyscore(typingKey(visitorId), '+inf', `(${now}`, 'LIMIT', 0, 1)
          .pexpireat(members, until + ENDED_MS)
          .zadd(endsKey(channelId), 'GT', until, visitorId)
          .pexpireat(endsKey(channelId), until + ENDED_MS)
          .pexpireat(startsKey(channelId), until + ENDED_MS),
      )
      return { isNew: Number(before ?? 0) <= now, typing: (typing as string[])[0] ?? null }
    },
    async leave(accountId, where, { channelId, visitorId }) {
      const keys = [membersKey(accountId), placesKey, endsKey(channelId), startsKey(channelId)]
      await commands.leaveSite(...keys, visitorId, channelId, where, String(Date.now()))
    },
    async restart({ channelId, visitorId, startedAt }) {
      await redis.call('ZADD', startsKey(channelId), 'XX', 'GT', startedAt, visitorId)
    },
    areThere,
    async count(channelIds) {
      const pipeline = redis.pipeline()
      for (const channelId of channelIds) pipeline.zcount(endsKey(channelId), `(${Date.now()}`, '+inf')
      return ((await run(pipeline)) as number[]).reduce((sum, count) => sum + count, 0)
    },
    async page(page) {
      return mergePages(await Promise.all(page.channelIds.map((id) => pageOfSite(id, page))), page)
    },
    async startOf(visitor) {
      if (!(await areThere([visitor])).has(visitor.visitorId)) return null
      const score = await redis.zscore(startsKey(visitor.channelId), visitor.visitorId)
      return score === null ? null : Number(score)
    },
    async all(channelIds) {
      const pipeline = redis.pipeline()
      for (const channelId of channelIds) pipeline.zrangebyscore(endsKey(channelId), `(${Date.now()}`, '+inf')
      return ((await run(pipeline)) as string[][]).flat()
    },
    async ended(accountId, since, until) {
      const members = await redis.zrangebyscore(membersKey(accountId), `(${since}`, until)
      return members.map(visitorOfMember)
    },
    async setTyping(visitorId, writer, until) {
      const of = typingKey(visitorId)
      if (until === null) await redis.zrem(of, writer)
      else await run(redis.pipeline().zadd(of, until, writer).pexpireat(of, until))
    },
  }
}

function readScored(channelId: string, answer: string[]): PresentVisitor[] {
  return Array.from({ length: answer.length / 2 }, (_, index) => ({
    channelId,
    visitorId: answer[index * 2] ?? '',
    startedAt: Number(answer[index * 2 + 1]),
  }))
}

function byChannel<Visitor extends SiteVisitor>(visitors: readonly Visitor[]): Map<string, Visitor[]> {
  const groups = new Map<string, Visitor[]>()
  for (const visitor of visitors) {
    const group = groups.get(visitor.channelId)
    if (group) group.push(visitor)
    else groups.set(visitor.channelId, [visitor])
  }
  return groups
}

function inBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  )
}

/** The answers of all commands. Throws the first error. */
async function run(pipeline: ChainableCommander): Promise<unknown[]> {
  const answers = (await pipeline.exec()) ?? []
  for (const [error] of answers) if (error) throw error
  return answers.map(([, answer]) => answer)
}
