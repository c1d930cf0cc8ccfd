import { Redis } from 'ioredis'
import { startRedis, type TestRedis } from '../../support/redis.ts'

/** A Redis that takes the writes, and one that follows it. */
export interface RedisPair {
  /** The port of the one that takes the writes now. */
  readonly port: number
  flush(): Promise<void>
  /** Ends the primary at once. */
  kill(): Promise<void>
  /** Starts it again, empty. */
  restart(): Promise<void>
  /** Ends the primary at once. The other one takes its place, and what it did not have yet is lost. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

export async function startRedisPair(): Promise<RedisPair> {
  let [primary, replica] = await Promise.all([startRedis(), startRedis()])
  await follow(replica, primary)
  return {
    get port() {
      return portOf(primary)
    },
    flush: () => call(primary, 'FLUSHALL'),
    kill: () => primary.kill(),
    restart: () => primary.start(),
    async failOver() {
      await primary.kill()
      await call(replica, 'REPLICAOF', 'NO', 'ONE')
      ;[primary, replica] = [replica, primary]
      await replica.start()
      await follow(replica, primary)
    },
    async stop() {
      await Promise.all([primary.stop(), replica.stop()])
    },
  }
}

function portOf({ url }: TestRedis): number {
  return Number(new URL(url).port)
}

function follow(replica: TestRedis, primary: TestRedis): Promise<void> {
  return call(replica, 'REPLICAOF', '127.0.0.1', String(portOf(primary)))
}

async function call({ url }: TestRedis, command: string, ...args: string[]): Promise<void> {
  const redis = new Redis(url)
  try {
    await redis.call(command, ...args)
  } finally {
    redis.disconnect()
  }
}
