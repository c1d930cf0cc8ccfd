import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCalls } from '../../server/domain/calls/find-calls.ts'
import { blacklistVisitor } from '../../server/domain/visitors/blacklist-visitor.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { type CallDesk, openCallDesk } from '../calls/support.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A call that is over: `busy` failed, the others ended. */
async function pastCall(desk: CallDesk, phone: string, name: string, reason?: string) {
  const call = await desk.call(phone)
  const [operator] = desk.operators
  const id = globalId('Call', call.id)
  await mutate(operator.execute, 'updateVisitor', { id: globalId('Visitor', String(call.visitorId)), name })
  await mutate(operator.execute, 'takeCall', { id })
  if (reason) await mutate(operator.execute, 'failCall', { id, reason })
  else await mutate(operator.execute, 'endCall', { id })
  return app.services.db.call.findUniqueOrThrow({
    where: { id: call.id },
    include: { visitor: true, chat: true },
  })
}

/** The telephone numbers that are found, newest first, and as the export has them. */
async function find({ admin }: CallDesk, filter: object): Promise<string[]> {
  const { data, errors } = await admin.execute(
    'query ($filter: CallFilter) { calls(filter: $filter) { nodes { phone } } }',
    { filter },
  )
  expect(errors).toBeUndefined()
  return data.calls.nodes.map(({ phone }: { phone: string }) => phone)
}

async function download({ admin }: CallDesk, query: Record<string, string>): Promise<string[]> {
  const parameters = new URLSearchParams({ format: 'json', ...query })
  const response = await fetch(`${app.url}/archive/calls/export?${parameters}`, {
    headers: { cookie: admin.cookie },
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { phone: string }[]).map(({ phone }) => phone)
}

test('a call is found by its reason, by its number however it is typed, and by its visitor or chat', async () => {
  const desk = await openCallDesk(app)
  const anna = await pastCall(desk, '+4930111222', 'Anna Müller', 'The customer was furious, twice.')
  const ben = await pastCall(desk, '+4989333444', 'Ben')
  for (const [search, phones] of [
    ['furi', [anna.phone]],
    ['twice customer', [anna.phone]],
    ['müller', [anna.phone]],
    ['customers', []],
    ['030 111', [anna.phone]],
    ['(089) 333-444', [ben.phone]],
    [`#${anna.visitor?.number}`, [anna.phone]],
    [`${ben.chat?.number}`, [ben.phone]],
    ['nobody said this', []],
    ['?!', []],
    ['%', []],
  ] as [string, string[]][]) {
    expect(await find(desk, { search }), search).toEqual(phones)
  }
  expect(await download(desk, { search: 'furi' })).toEqual([anna.phone])
  expect(await download(desk, { search: '089 333' })).toEqual([ben.phone])
  const stranger = await openCallDesk(app)
  expect(await find(stranger, { search: 'furious' })).toEqual([])
})

test('calls are told apart by whether somebody spoke with the client', async () => {
  const desk = await openCallDesk(app)
  const { phone: ended } = await pastCall(desk, '+4930111222', 'Anna')
  const { phone: failed } = await pastCall(desk, '+4930333444', 'Ben', 'Nobody answered.')
  const broken = await desk.call('+4930555666')
  const id = globalId('Call', broken.id)
  const [{ execute }] = desk.operators
  for (const verb of ['takeCall', 'markCallConnected']) await mutate(execute, verb, { id })
  await mutate(execute, 'failCall', { id, reason: 'The line broke down.' })
  await desk.call('+4930777888')
  expect(await find(desk, { outcomes: ['ANSWERED'] })).toEqual([broken.phone, ended])
  expect(await find(desk, { outcomes: ['MISSED'] })).toEqual([failed])
  expect(await download(desk, { outcome: 'MISSED' })).toEqual([failed])
  expect(await find(desk, { outcomes: ['ANSWERED', 'MISSED'], underWay: true })).toEqual([])
})

test('a call of the telephone system that nobody took was missed, whatever it skips', async () => {
  const desk = await openCallDesk(app)
  const { reportUrl } = await mutate(desk.admin.execute, 'rotateCallToken', undefined, 'reportUrl')
  const report = (body: object) =>
    fetch(app.url + new URL(reportUrl).pathname, { method: 'POST', body: JSON.stringify(body) })
  const own = (phone: string) => ({ id: randomUUID(), type: 'incoming', phone })
  const [rang, spoke] = [own('+4930111222'), own('+4930333444')]
  for (const status of ['start', 'end']) await report({ ...rang, status })
  for (const status of ['start', 'agent_connected', 'end']) await report({ ...spoke, status })
  expect(await find(desk, { outcomes: ['MISSED'] })).toEqual([rang.phone])
  expect(await find(desk, { outcomes: ['ANSWERED'] })).toEqual([spoke.phone])
})

test('calls are those of one visitor, of blacklisted ones, or of all others', async () => {
  const desk = await openCallDesk(app)
  const anna = await pastCall(desk, '+4930111222', 'Anna')
  const ben = await pastCall(desk, '+4930333444', 'Ben')
  const unknown = await app.services.db.call.create({
    data: {
      accountId: desk.account.id,
      channelId: desk.channel.id,
      type: 'INCOMING',
      gateway: 'HTTP',
      phone: '+4930555666',
      state: 'END',
      endedAt: new Date(),
    },
  })
  const visitorId = String(ben.visitorId)
  await blacklistVisitor(app.services, { viewer: desk.admin.viewer, visitorId, reason: 'Spam' })
  const visitorNumber = anna.visitor?.number
  expect(await find(desk, { visitorNumber })).toEqual([anna.phone])
  expect(await download(desk, { visitorNumber: String(visitorNumber) })).toEqual([anna.phone])
  expect(await find(desk, { blacklisted: true })).toEqual([ben.phone])
  // Whoever is not known is not blacklisted.
  expect(await find(desk, { blacklisted: false })).toEqual([unknown.phone, anna.phone])
  expect(await download(desk, { blacklisted: 'false' })).toEqual([unknown.phone, anna.phone])
})

test('a search looks calls up by its indexes, and finds the same when it is too much to look up', async () => {
  const desk = await openCallDesk(app)
  const { id: accountId } = desk.account
  const createdAt = Date.now()
  await app.services.db.call.createMany({
    data: Array.from({ length: 6_000 }, (_, index) => ({
      id: randomUUID(),
      accountId,
      channelId: desk.channel.id,
      type: 'INCOMING' as const,
      gateway: 'HTTP' as const,
      phone: `+4940${String(index).padStart(6, '0')}`,
      state: 'ERROR' as const,
      reason: index === 4_000 ? 'An elephant sat on the line.' : 'The line was busy.',
      endedAt: new Date(createdAt),
      createdAt: new Date(createdAt - index),
    })),
  })
  const client = await connectPostgres(app.stores.databaseUrl)
  try {
    await client.query('VACUUM ANALYZE "Call"')
    const planOf = async (condition: string) => {
      const sql = `EXPLAIN SELECT id FROM "Call" WHERE "accountId" = '${accountId}' AND ${condition} LIMIT 5001`
      return JSON.stringify((await client.query(sql)).rows)
    }
    expect(await planOf(`document @@ '''elephant'''::tsquery`)).toContain('Call_accountId_document_idx')
    expect(await planOf(`phone LIKE '%40004321%'`)).toContain('Call_accountId_phone_idx')
    expect(await planOf(`outcome = 'ANSWERED' ORDER BY "createdAt" DESC, id DESC`)).toContain(
      'Call_accountId_outcome_createdAt_id_idx',
    )
  } finally {
    await client.end()
  }
  expect(await find(desk, { search: 'elephant' })).toEqual(['+4940004000'])
  const search = { viewer: desk.admin.viewer, filter: {}, search: 'busy' }
  const first = await findCalls(app.services, search, { limit: 50 })
  const second = await findCalls(app.services, search, { limit: 50, afterId: first.at(-1) })
  const back = await findCalls(app.services, search, {
    limit: 50,
    afterId: second[0],
    oldestFirst: true,
  })
  expect(new Set([...first, ...second]).size).toBe(100)
  expect(back.toReversed()).toEqual(first)
})
