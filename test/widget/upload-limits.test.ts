import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { jobContext } from '../support/job-context.ts'
import { type Browser, makeWidget, openBrowser } from '../support/widget.ts'

const MAX_BYTES = 50_000
const HOUR_MS = 3_600_000

let app: TestApp
let widgetId: string
beforeAll(async () => {
  app = await startTestApp({ variables: { FILE_MAX_BYTES: String(MAX_BYTES) } })
})
afterAll(() => app.close())
beforeEach(async () => {
  const desk = await openDesk(app)
  widgetId = (await makeWidget(app.services, { accountId: desk.account.id })).publicId
})

async function upload({ token }: Browser, bytes: number): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob(['x'.repeat(bytes)]), 'a.txt')
  const headers = { authorization: `Bearer ${token}`, origin: 'https://shop.example' }
  return fetch(`${app.url}/files`, { method: 'POST', headers, body })
}

test('a visitor uploads as much as ten of the largest files in an hour, and a network as forty', async () => {
  const uploadTen = async () => {
    const visitor = await openBrowser(app.url, widgetId)
    for (let n = 0; n < 9; n++) expect((await upload(visitor, MAX_BYTES - 500)).status).toBe(201)
    expect((await upload(visitor, MAX_BYTES - 2_000)).status).toBe(201)
    return visitor
  }
  const first = await uploadTen()
  const refused = await upload(first, 2_000)
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  for (let visitor = 2; visitor <= 4; visitor++) await uploadTen()
  expect((await upload(await openBrowser(app.url, widgetId), 10_000)).status).toBe(429)
})

test('what a visitor did not send goes after six hours, what an operator did not send stays for a day', async () => {
  const { db } = app.services
  const { accountId, id: channelId } = await db.channel.findFirstOrThrow({ where: { publicId: widgetId } })
  const { user } = (await openDesk(app)).operators[0]
  const visitor = await db.visitor.create({
    data: { accountId, channelId, key: channelId, externalId: channelId, number: 99 },
  })
  const make = async (owner: { ownerId: string } | { visitorId: string }, hours: number) => {
    const file = { accountId, name: 'a', contentType: 'text/plain', mediaType: 'DOCUMENT', size: 0 } as const
    const createdAt = new Date(Date.now() - hours * HOUR_MS)
    const key = `${hours}${'ownerId' in owner}`.padEnd(64, '0')
    return (await db.file.create({ data: { ...file, ...owner, key, createdAt } })).id
  }
  const ids = [
    await make({ visitorId: visitor.id }, 5),
    await make({ visitorId: visitor.id }, 7),
    await make({ ownerId: user.id }, 7),
    await make({ ownerId: user.id }, 25),
  ]
  // Pruning spares what was uploaded around an upgrade.
  await db.$executeRaw`
    UPDATE _prisma_migrations SET finished_at = now() - interval '9 days' WHERE migration_name LIKE '%_file_life'`
  await pruneHandler.run(jobContext(app.services), {})
  const left = await db.file.findMany({ where: { id: { in: ids } } })
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([ids[0], ids[2]]))
})
