import type { Redis } from 'ioredis'

/** Expired visitors can be queried for this long. */
const ENDED_MS = 300_000

/** The result for a visitor who polls. */
interface PollResult {
  /** Whether they were away until now. */
  isNew: boolean
  /** Who is typing to them: the last operator given to `setTyping`. */
  typing: string | null
}

/** Which visitors of which accounts are present, in all processes, and who is typing to them. */
export interface VisitorStore {
  /** Members are present until then, unless they are renewed or removed. */
  add(accountId: string, members: string[], until: number): Promise<void>
  /** The same for one member, who polls; one round trip. */
  touch(accountId: string, member: string, until: number, visitorId: string): Promise<PollResult>
  remove(accountId: string, member: string): Promise<void>
  members(accountId: string): Promise<string[]>
  /** The members who expired in between and were not removed. */
  ended(accountId: string, since: number, until: number): Promise<string[]>
  /** Somebody is typing to the visitor until then, or has stopped. */
  setTyping(visitorId: string, writer: string, until: number | null): Promise<void>
}

/** The visitors of an installation that is a single process. */
export function createLocalVisitorStore(): VisitorStore {
  const there = new Map<string, Map<string, number>>()
  const typing = new Map<string, Map<string, number>>()
  let prunedAt = 0
  const of = (lists: typeof there, key: string) => {
    const known = lists.get(key) ?? new Map<string, number>()
    lists.set(key, known)
    return known
  }
  const between = (known: Map<string, number> | undefined, since: number, until: number) =>
    [...(known ?? [])].flatMap(([member, end]) => (end > since && end <= until ? member : []))
  const prune = (now: number) => {
    if (now - prunedAt < ENDED_MS) return
    prunedAt = now
    for (const lists of [there, typing]) {
      for (const [key, known] of lists) {
        for (const [member, end] of known) if (end <= now - ENDED_MS) known.delete(member)
        if (known.size === 0) lists.delete(key)
      }
    }
  }
  return {
    async add(accountId, members, until) {
      prune(Date.now())
      const known = of(there, accountId)
      for (const member of members) known.set(member, until)
    },
    async touch(accountId, member, until, visitorId) {
      const now = Date.now()
      prune(now)
      const known = of(there, accountId)
      const isNew = (known.get(member) ?? 0) <= now
      known.set(member, until)
      return { isNew, typing: between(typing.get(visitorId), now, Infinity).at(-1) ?? null }
    },
    async remove(accountId, member) {
      there.get(accountId)?.delete(member)
    },
    members: async (accountId) => between(there.get(accountId), Date.now(), Infinity),
    ended: async (accountId, since, until) => between(there.get(accountId), since, until),
    async setTyping(visitorId, writer, until) {
      if (until === null) typing.get(visitorId)?.delete(writer)
      else {
        typing.get(visitorId)?.delete(writer)
        of(typing, visitorId).set(writer, until)
      }
    },
  }
}

/** The visitors of any number of processes: a sorted set for each account, scored by the time at which a member ends. */
export function createRedisVisitorStore(redis: Redis, prefix: string): VisitorStore {
  const key = (accountId: string) => `${prefix}visitors:${accountId}`
  const typingKey = (visitorId: string) => `${prefix}typing:${visitorId}`
  return {
    async add(accountId, members, until) {
      const scored = members.flatMap((member) => [until, member])
      await run(
        redis
          .pipeline()
          .zremrangebyscore(key(accountId), '-inf', Date.now() - ENDED_MS)
          .zadd(key(accountId), ...scored)
          .pexpireat(key(accountId), until + ENDED_MS),
      )
    },
    async touch(accountId, member, until, visitorId) {
      const now = Date.now()
      const [, before, , typing] = await run(
        redis
          .pipeline()
          .zremrangebyscore(key(accountId), '-inf', now - ENDED_MS)
          .zscore(key(accountId), member)
          .zadd(key(accountId), until, member)
          .zrevrangebyscore(typingKey(visitorId), '+inf', `(${now}`, 'LIMIT', 0, 1)
          .pexpireat(key(accountId), until + ENDED_MS),
      )
      return { isNew: Number(before ?? 0) <= now, typing: (typing as string[])[0] ?? null }
    },
    async remove(accountId, member) {
      await redis.zrem(key(accountId), member)
    },
    members: (accountId) => redis.zrangebyscore(key(accountId), `(${Date.now()}`, '+inf'),
    ended: (accountId, since, until) => redis.zrangebyscore(key(accountId), `(${since}`, until),
    async setTyping(visitorId, writer, until) {
      const of = typingKey(visitorId)
      if (until === null) await redis.zrem(of, writer)
      else await run(redis.pipeline().zadd(of, until, writer).pexpireat(of, until))
    },
  }
}

/** The answers of all commands. Throws the first error. */
async function run(pipeline: ReturnType<Redis['pipeline']>): Promise<unknown[]> {
  const answers = (await pipeline.exec()) ?? []
  for (const [error] of answers) if (error) throw error
  return answers.map(([, answer]) => answer)
}
