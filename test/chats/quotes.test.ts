import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportedMessages } from '../../server/domain/archive/exported-message.ts'
import { sendAutomaticMessages } from '../../server/domain/automatic-messages/send-automatic-messages.ts'
import { findChatLog } from '../../server/domain/mail/find-chat-log.ts'
import { readChatLog } from '../../server/domain/webhooks/payloads/chat-log.ts'
import type { TestApp } from '../support/app.ts'
import { openClientServer } from '../support/client-server.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())

const SENT = '{ uuid text quote { excerpt message { uuid } } }'

const answer = ({ execute }: Person, chatId: string, text: string, quotedId: string): Promise<Data> => {
  const quotedMessageId = globalId('Message', quotedId)
  const input = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chatId), text, quotedMessageId }
  return mutate(execute, 'sendMessage', input, `message ${SENT}`)
}

/** Sends a file without a text, named `offer.txt`. */
async function answerWithFile({ cookie, execute }: Person, chatId: string, quotedId: string): Promise<Data> {
  const form = new FormData()
  form.set('file', new Blob(['Two for one']), 'offer.txt')
  const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
  const uploaded = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
  const { id: fileId } = (await uploaded.json()) as { id: string }
  const quotedMessageId = globalId('Message', quotedId)
  const input = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chatId), fileId, quotedMessageId }
  return mutate(execute, 'sendMessage', input, `message ${SENT}`)
}

const note = ({ execute }: Person, chatId: string, text: string, quotedId?: string): Promise<Data> => {
  const quotedMessageId = quotedId && globalId('Message', quotedId)
  const input = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chatId), text, quotedMessageId }
  return mutate(execute, 'writeNote', { ...input, mentionedIds: [] }, `note ${SENT}`)
}

async function asked(desk: Desk, text = 'Is it blue?\nOr green?') {
  const visitor = randomUUID()
  const quotedId = await desk.say(visitor, text)
  return { quotedId, chatId: (await desk.chatOf(visitor)).id }
}

test('a visitor of a website gets the answer with what it quotes', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds: [dora.user.id] })
  const browser = await openBrowser(app.url, widget.publicId)
  const { id, chatId } = await write(browser, 'Is it blue?')
  const { message, userErrors } = await answer(dora, chatId, 'Yes', id)
  expect(userErrors).toEqual([])
  expect(message).toMatchObject({ text: 'Yes', quote: { excerpt: 'Is it blue?', message: { uuid: id } } })
  const { data } = await browser.execute(
    '{ visit { history(last: 1) { messages { text quote { id text } } } } }',
  )
  expect(data.visit.history.messages).toEqual([{ text: 'Yes', quote: { id, text: 'Is it blue?' } }])
})

test('a client and the log for webhooks get the quoted lines before the answer', async () => {
  const client = await openClientServer(app)
  const [dora] = client.desk.operators
  const { quotedId, chatId } = await asked(client.desk)
  await answer(dora, chatId, 'It is green.', quotedId)
  const text = '> Is it blue?\n> Or green?\nIt is green.'
  await expect
    .poll(() => client.receiver.requests.map(({ json }) => (json as Data).message.text))
    .toContain(text)
  expect((await readChatLog(app.services.db, chatId)).at(-1)?.text).toBe(text)
})

test('a file without a text is quoted by its name, and quotes what it answers', async () => {
  const client = await openClientServer(app)
  const [dora] = client.desk.operators
  const { quotedId, chatId } = await asked(client.desk, 'Is it blue?')
  const { message } = await answerWithFile(dora, chatId, quotedId)
  await answer(dora, chatId, 'Just that', message.uuid)
  const sent = () => client.receiver.requests.map(({ json }) => (json as Data).message)
  await expect
    .poll(sent)
    .toMatchObject([{ type: 'document', text: '> Is it blue?' }, { text: '> offer.txt\nJust that' }])
})

test('a visitor of a website sees the name of a file that is quoted', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds: [dora.user.id] })
  const browser = await openBrowser(app.url, widget.publicId)
  const { id, chatId } = await write(browser, 'Is it blue?')
  const { message } = await answerWithFile(dora, chatId, id)
  await answer(dora, chatId, 'Just that', message.uuid)
  const { data } = await browser.execute(
    '{ visit { history(last: 2) { messages { file { name } quote { text } } } } }',
  )
  expect(data.visit.history.messages).toEqual([
    { file: { name: 'offer.txt' }, quote: { text: 'Is it blue?' } },
    { file: null, quote: { text: 'offer.txt' } },
  ])
})

test('a mail of the chat has the quoted lines, and an export says which message is quoted', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const { quotedId, chatId } = await asked(desk)
  await answer(dora, chatId, 'It is green.', quotedId)
  const mailed = async () => {
    const log = await findChatLog(app.services, { chatId, reader: 'visitor' })
    return log?.parts.flatMap((part) => (part.kind === 'entry' ? part.text : []))
  }
  const exported = async () => {
    const chats = { accountId: desk.account.id, chatIds: [chatId] }
    const found = []
    for await (const { text, quotes } of exportedMessages(app.services, chats)) found.push({ text, quotes })
    return found
  }
  expect(await mailed()).toEqual(['Is it blue?\nOr green?', '> Is it blue?\n> Or green?\nIt is green.'])
  expect(await exported()).toEqual([
    { text: 'Is it blue?\nOr green?', quotes: null },
    { text: 'It is green.', quotes: 1 },
  ])
  await app.services.db.message.update({ where: { id: quotedId }, data: { deletedAt: new Date() } })
  expect(await mailed()).toEqual(['It is green.'])
  expect((await exported()).at(-1)).toEqual({ text: 'It is green.', quotes: null })
})

test('a long answer leaves the quote no more room than there is', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const { quotedId, chatId } = await asked(desk)
  await answer(dora, chatId, 'a'.repeat(3_990), quotedId)
  const sent = (await readChatLog(app.services.db, chatId)).at(-1)?.text
  expect(sent).toBe(`> Is it b\n${'a'.repeat(3_990)}`)
})

test('a note quotes what a channel says by itself', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const texts = [{ language: 'en', text: 'We will be with you soon.' }]
  const automaticMessages = [{ kind: 'GREETING', enabled: true, delaySeconds: 0, texts }]
  await mutate(desk.admin.execute, 'updateChannel', {
    id: globalId('Channel', desk.channel.id),
    automaticMessages,
  })
  const { chatId } = await asked(desk)
  await sendAutomaticMessages(app.services)
  const greeting = await app.services.db.message.findFirstOrThrow({ where: { chatId, type: 'AUTOMATIC' } })
  const { userErrors, note: written } = await note(dora, chatId, 'Who wrote this?', greeting.id)
  expect(userErrors).toEqual([])
  expect(written.quote).toMatchObject({ excerpt: 'We will be with you soon.' })
})

test('a note quotes everything, but no note is quoted to a visitor, and nothing of another chat or deleted', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const [one, other] = [await asked(desk), await asked(desk)]
  const written = await note(dora, one.chatId, 'They are in a hurry')
  const id = written.note.uuid
  expect((await note(dora, one.chatId, 'Why?', id)).note.quote).toMatchObject({
    excerpt: 'They are in a hurry',
  })
  for (const refused of [
    await answer(dora, one.chatId, 'Hi', id),
    await answer(dora, one.chatId, 'Hi', other.quotedId),
  ])
    expect(refused).toMatchObject({ message: null, userErrors: [{ code: 'NOT_FOUND' }] })
  await mutate(dora.execute, 'deleteMessage', { id: globalId('Message', id) })
  expect((await note(dora, one.chatId, 'Why?', id)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
})
