import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSecretKey } from '../../server/domain/installation/check-secret-key.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('of processes that start at once on an empty database, each with the same key, none is refused', async () => {
  const { db } = app.services
  const key = randomBytes(32)
  for (let round = 0; round < 10; round += 1) {
    await db.secretKeyFingerprint.deleteMany()
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkSecretKey(db, key)))
    expect(answers).toEqual(Array(8).fill(null))
  }
})
