import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_DRAFTS } from '../../server/domain/drafts/save-draft.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function chatOf(desk: Desk): Promise<string> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  return globalId('Chat', (await desk.chatOf(visitor)).id)
}

async function save(
  { execute }: Person,
  chatId: string,
  text: string,
  { kind = 'REPLY', ageMs = 0 }: { kind?: string; ageMs?: number } = {},
): Promise<Data> {
  const input = { chatId, kind, text, ageMs }
  return mutate(execute, 'saveDraft', input, 'draft { kind text savedAt }')
}

async function draftsOf({ execute }: Person, chatId: string): Promise<string[]> {
  const { data } = await execute(`{ chat(by: { id: "${chatId}" }) { viewerDrafts { kind text } } }`)
  return data.chat.viewerDrafts.map(({ kind, text }: Data) => `${kind} ${text}`)
}

test('a draft of a reply and one of a note are kept for their operator, and nobody else sees them', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chatId = await chatOf(desk)
  expect((await save(dora, chatId, 'It is on its')).draft).toMatchObject({ text: 'It is on its' })
  await save(dora, chatId, 'It is on its way')
  await save(dora, chatId, 'Ask the carrier', { kind: 'NOTE' })
  expect(await draftsOf(dora, chatId)).toEqual(['REPLY It is on its way', 'NOTE Ask the carrier'])
  for (const other of [max, desk.admin]) expect(await draftsOf(other, chatId)).toEqual([])
  const log = await app.services.db.event.findMany({ where: { accountId: desk.account.id } })
  expect(
    JSON.stringify(log, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('carrier')
})

test('what was written last is kept, in whatever order it arrives, and what was sent does not come back', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chatId = await chatOf(desk)
  await save(dora, chatId, 'later', { ageMs: 60_000 })
  expect((await save(dora, chatId, 'earlier', { ageMs: 120_000 })).draft).toMatchObject({ text: 'later' })
  expect((await save(dora, chatId, '')).draft).toBeNull()
  expect(await draftsOf(dora, chatId)).toEqual([])
  expect((await save(dora, chatId, 'written without a connection', { ageMs: 30_000 })).draft).toBeNull()
  expect((await save(dora, chatId, 'a new one')).draft).toMatchObject({ text: 'a new one' })
})

test('drafts are limited in length and number: the last ones are kept', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chatId = await chatOf(desk)
  const long = await save(dora, chatId, 'a'.repeat(10_001))
  expect(long.userErrors).toMatchObject([{ code: 'TOO_LONG', field: ['input', 'text'] }])
  expect((await save(dora, chatId, 'a', { ageMs: -1 })).userErrors).toMatchObject([{ code: 'INVALID' }])
  const { db } = app.services
  const { userId, accountId } = dora.viewer
  const { channelId, visitorId } = await db.chat.findFirstOrThrow({ where: { accountId } })
  const chats = await db.chat.createManyAndReturn({
    data: Array.from({ length: MOST_DRAFTS }, (_, n) => ({
      ...{
        accountId,
        channelId,
        visitorId,
        number: n + 100,
        status: 'CLOSED' as const,
        closedAt: new Date(),
      },
    })),
  })
  const draft = { userId, kind: 'REPLY', text: 'a' } as const
  const savedAt = (index: number) => new Date(Date.now() - 1_000_000 + index)
  await db.draft.createMany({
    data: chats.map(({ id }, index) => ({ ...draft, chatId: id, savedAt: savedAt(index) })),
  })
  await save(dora, chatId, 'the last')
  const kept = await db.draft.findMany({ where: { userId }, orderBy: { savedAt: 'asc' } })
  expect(kept).toHaveLength(MOST_DRAFTS)
  expect(kept[0]?.chatId).toBe(chats[1]?.id)
})

test('drafts are erased with their visitor', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chatId = await chatOf(desk)
  await save(dora, chatId, 'a')
  await mutate(desk.admin.execute, 'closeChat', { chatId })
  const { visitorId } = await app.services.db.chat.findFirstOrThrow({
    where: { accountId: desk.account.id },
  })
  await mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', visitorId) })
  expect(await app.services.db.draft.count({ where: { userId: dora.user.id } })).toBe(0)
})
