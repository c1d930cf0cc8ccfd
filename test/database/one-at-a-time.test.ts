import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool } from '../../server/database/client.ts'
import { takeOverlaps } from '../support/one-at-a-time.ts'
import { createDatabase } from '../support/postgres.ts'

test('a transaction that reads several relations at once is noticed, and one that reads them one after the other passes', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const db = createDb(createPool(database.url, 2, { observe: () => () => {} }))
  onTestFinished(() => db.$disconnect())
  await db.account.create({ data: { name: 'Demo' } })
  await db.$transaction(async (tx) => {
    await tx.account.findFirst({ include: { tags: true } })
    await tx.account.findFirst({ include: { departments: true } })
  })
  expect(takeOverlaps()).toEqual([])
  await db.$transaction((tx) => tx.account.findFirst({ include: { tags: true, departments: true } }))
  expect(takeOverlaps()).toEqual([expect.stringMatching(/"Department".*\n {2}during .*"Tag"/)])
})
