import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Server on which tests make databases of their own (`createDatabase`). */
    postgresUrl: string
    /** A database with all tables and nothing else, to copy from. */
    templateDatabase: string
    /** Null where the product runs without Redis. */
    redisUrl: string | null
  }
}

/** One PostgreSQL for all the projects of a run. */
export default async function setup(project: TestProject) {
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  project.provide('templateDatabase', postgres.template)
  project.provide('redisUrl', null)
  return () => postgres.stop()
}
