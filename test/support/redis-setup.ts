import type { TestProject } from 'vitest/node'
import { startRedis } from './redis.ts'

/** One Redis for a project; REDIS_URL names one that runs already. */
export default async function setup(project: TestProject) {
  if (process.env.REDIS_URL) {
    project.provide('redisUrl', process.env.REDIS_URL)
    return
  }
  const redis = await startRedis()
  project.provide('redisUrl', redis.url)
  return () => redis.stop()
}
