import type { Redis } from 'ioredis'

export interface Connection {
  id: string
  accountId: string
  userId: string
  sessionId: string
}

/** Knows who has a live connection to any process. A connection that is not renewed expires. */
export interface Connections {
  renew(connections: Connection[], lifeMs: number): Promise<void>
  /** Lets those that still exist expire at this time; removed ones stay removed. */
  shorten(connections: Connection[], lifeMs: number): Promise<void>
  remove(connection: Connection): Promise<void>
  /** Removes all connections that these sessions opened, in any process. */
  removeSessions(accountId: string, sessionIds: string[]): Promise<void>
  connectedUsers(accountId: string): Promise<Set<string>>
}

/** Connections of an installation that is a single process. */
export function createLocalConnections(): Connections {
  const open = new Map<string, Connection & { until: number }>()
  return {
    async renew(connections, lifeMs) {
      for (const connection of connections)
        open.set(connection.id, { ...connection, until: Date.now() + lifeMs })
    },
    async shorten(connections, lifeMs) {
      for (const connection of connections) {
        if (open.has(connection.id)) open.set(connection.id, { ...connection, until: Date.now() + lifeMs })
      }
    },
    async remove(connection) {
      open.delete(connection.id)
    },
    async removeSessions(_accountId, sessionIds) {
      for (const { id, sessionId } of open.values()) if (sessionIds.includes(sessionId)) open.delete(id)
    },
    async connectedUsers(accountId) {
      const now = Date.now()
      const live = [...open.values()].filter((c) => c.accountId === accountId && c.until > now)
      return new Set(live.map((connection) => connection.userId))
    },
  }
}

/** Connections of any number of processes: a sorted set for each account, scored by the time at which a connection ends. */
export function createRedisConnections(redis: Redis, prefix: string): Connections {
  const key = (accountId: string) => `${prefix}presence:${accountId}`
  const member = ({ userId, sessionId, id }: Connection) => `${userId}|${sessionId}|${id}`
  return {
    async renew(connections, lifeMs) {
      const now = Date.now()
      await Promise.all(
        connections.map((connection) =>
          redis.zadd(key(connection.accountId), now + lifeMs, member(connection)),
        ),
      )
      const accountIds = new Set(connections.map((connection) => connection.accountId))
      await Promise.all([...accountIds].map((id) => redis.zremrangebyscore(key(id), '-inf', now)))
    },
    async shorten(connections, lifeMs) {
      const until = Date.now() + lifeMs
      await Promise.all(
        connections.map((connection) =>
          redis.zadd(key(connection.accountId), 'XX', until, member(connection)),
        ),
      )
    },
    async remove(connection) {
      await redis.zrem(key(connection.accountId), member(connection))
    },
    async removeSessions(accountId, sessionIds) {
      const members = await redis.zrangebyscore(key(accountId), '-inf', '+inf')
      const ended = members.filter((text) => sessionIds.includes(text.split('|')[1] ?? ''))
      if (ended.length > 0) await redis.zrem(key(accountId), ...ended)
    },
    async connectedUsers(accountId) {
      const members = await redis.zrangebyscore(key(accountId), Date.now(), '+inf')
      return new Set(members.map((text) => text.slice(0, text.indexOf('|'))))
    },
  }
}
