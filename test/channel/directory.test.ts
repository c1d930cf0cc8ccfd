import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { makeAccount, makeChannel } from '../support/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a channel is read once, and whatever is refused costs the same read each time', async () => {
  const { channels } = app.services
  const { account } = await makeAccount(app.services)
  const { publicId, secret } = await makeChannel(app.services, { accountId: account.id })
  // Other work of the process, such as a timer's, is not part of the cost.
  const isOfChannel = (sql: string) => /FROM "Channel" c\s+LEFT JOIN "ChatApiSettings"/.test(sql)
  const costOf = async (...address: [string, string]) =>
    (await recordStatements(() => channels.find(...address))).filter(isOfChannel).length
  const read = await costOf(publicId, secret)
  expect(read).toBe(1)
  expect(await costOf(publicId, secret)).toBe(0)
  for (const round of [1, 2]) {
    expect(await costOf(publicId, `wrong ${round}`)).toBe(read)
    expect(await costOf(randomUUID(), secret)).toBe(read)
  }
  expect(await costOf(publicId, secret)).toBe(0)
})
