import { type Fault, lastSome } from './fault.ts'

/** Stores that lose what they have, die, or are replaced. */
export const storeFaults: Fault[] = [
  {
    name: 'flush-redis',
    async run({ cluster }) {
      await cluster.redis.flush()
      return 'FLUSHALL'
    },
  },
  {
    name: 'kill-redis',
    async run({ cluster: { redis }, random }) {
      await redis.kill()
      const seconds = await lastSome(random, 1, 6)
      await redis.restart()
      return `gone for ${seconds} s, empty afterwards`
    },
  },
  {
    name: 'redis-fail-over',
    async run({ cluster: { redis } }) {
      await redis.failOver()
      return 'its replica took over'
    },
  },
  {
    name: 'kill-postgres',
    async run({ cluster: { postgres }, random }) {
      await postgres.kill()
      const seconds = await lastSome(random, 1, 6)
      await postgres.restart()
      return `gone for ${seconds} s`
    },
  },
  {
    name: 'postgres-fail-over',
    obstacle: ({ cluster: { postgres } }) => (postgres.canFailOver ? null : 'there is no replica left'),
    async run({ cluster: { postgres } }) {
      await postgres.failOver()
      return 'its replica took over'
    },
  },
]
