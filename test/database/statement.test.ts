import { expect, test } from 'vitest'
import type { Pool } from '../../server/database/client.ts'
import { statement } from '../../server/database/statement.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp } from '../support/app.ts'

test('a value that stands in several places is sent once', async () => {
  const app = await startTestApp()
  const repeated = statement<{ same: boolean }, { name: string; other: string }>(
    (parameter) =>
      Prisma.sql`SELECT ${parameter('name')}::text = ${parameter('name')}::text AND ${parameter('other')}::text <> ${parameter('name')}::text AS same`,
  )
  const sent: unknown[][] = []
  const { pool } = app.services
  const query = pool.query.bind(pool) as (config: object) => Promise<unknown>
  pool.query = ((config: { values: unknown[] }) => {
    sent.push(config.values)
    return query(config)
  }) as typeof pool.query
  expect(await repeated(pool, { name: 'a', other: 'b' })).toEqual([{ same: true }])
  expect(sent).toEqual([['a', 'b']])
  await app.close()
})

test('a statement makes its text once for a pool, and puts its values in their places each time', async () => {
  let built = 0
  const greet = statement<{ said: string }, { name: string; times: number }>((parameter) => {
    built++
    return Prisma.sql`SELECT repeat(${'Hello '}, ${parameter('times')}) || ${parameter('name')} || ${parameter('name')} AS said`
  })
  const greetWith = async (pool: Pool) => [
    ...(await greet(pool, { name: 'a', times: 1 })),
    ...(await greet(pool, { name: 'b', times: 2 })),
  ]
  for (const apps of [1, 2]) {
    const app = await startTestApp()
    expect(await greetWith(app.services.pool)).toEqual([{ said: 'Hello aa' }, { said: 'Hello Hello bb' }])
    expect(built).toBe(apps)
    await app.close()
  }
})
