import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type CallDesk, openCallDesk } from './support.ts'

let app: TestApp
let desk: CallDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openCallDesk(app)
})
afterAll(() => app.close())

async function download(query: string, { cookie }: Pick<Person, 'cookie'> = desk.admin): Promise<string> {
  const response = await fetch(`${app.url}/archive/calls/export?${query}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return response.text()
}

async function pastCall(phone: string, name: string, reason?: string) {
  const call = await desk.call(phone)
  const [id, visitor] = [globalId('Call', call.id), globalId('Visitor', String(call.visitorId))]
  const [operator] = desk.operators
  await mutate(operator.execute, 'updateVisitor', { id: visitor, name })
  await mutate(operator.execute, 'takeCall', { id })
  if (reason) await mutate(operator.execute, 'failCall', { id, reason })
  else await mutate(operator.execute, 'endCall', { id })
  return call
}

test('past calls are exported as they are filtered, newest first, and nothing in them is a formula', async () => {
  await pastCall('+4930111222', '=cmd()')
  await pastCall('+4930333444', 'Bea, "B"', 'The line was busy.')
  const running = await desk.call('+4930555666')
  const calls = JSON.parse(await download('format=json'))
  expect(calls).toMatchObject([
    {
      type: 'CALLBACK',
      state: 'ERROR',
      phone: '+4930333444',
      reason: 'The line was busy.',
      recordUrl: null,
      channel: desk.channel.name,
      operator: desk.operators[0].user.name,
      chatNumber: expect.any(Number),
      visitor: { name: 'Bea, "B"' },
    },
    { state: 'END', phone: '+4930111222', visitor: { name: '=cmd()' } },
  ])
  const csv = await download('format=csv&state=END')
  const [head, line, end] = csv.split('\r\n')
  expect(head).toContain('created_at,ended_at,type,state,reason,phone')
  expect(line).toContain(",'+4930111222,")
  expect(line).toContain(",'=cmd(),")
  expect(end).toBe('')
  const found = JSON.parse(await download('format=json&search=030%20333'))
  expect(found.map(({ phone }: { phone: string }) => phone)).toEqual(['+4930333444'])
  expect(JSON.parse(await download('format=json&type=INCOMING'))).toEqual([])
  const since = new Date(Date.now() + 60_000).toISOString()
  expect(JSON.parse(await download(`format=json&createdFrom=${since}`))).toEqual([])
  await mutate(desk.admin.execute, 'takeCall', { id: globalId('Call', running.id) })
})

test('an operator gets the calls of their channels, and another account none', async () => {
  await pastCall('+4930777888', 'Carl')
  const user = await makeUser(app.services, { accountId: desk.account.id })
  const stranger = await openCallDesk(app)
  for (const person of [await signedIn(app.services, user.id), stranger.admin]) {
    expect(JSON.parse(await download('format=json', person))).toEqual([])
  }
})

test('more calls than are read at once are all exported, each once', async () => {
  const own = await openCallDesk(app)
  const { id: accountId } = own.account
  const createdAt = new Date()
  await app.services.db.call.createMany({
    data: Array.from({ length: 1_203 }, (_, index) => ({
      id: randomUUID(),
      accountId,
      channelId: own.channel.id,
      type: 'INCOMING' as const,
      phone: `+49${index}`,
      gateway: 'HTTP' as const,
      state: 'END' as const,
      endedAt: createdAt,
      // Many at the same moment: the order has no ties.
      createdAt: new Date(createdAt.getTime() - Math.floor(index / 400)),
    })),
  })
  const calls: { phone: string }[] = JSON.parse(await download('format=json', own.admin))
  expect(calls).toHaveLength(1_203)
  expect(new Set(calls.map(({ phone }) => phone)).size).toBe(1_203)
})
