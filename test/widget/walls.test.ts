import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { MOST_OF_VISITOR } from '../../server/live/enter-socket.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { until } from '../support/until.ts'
import { type Browser, makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

const SECRET = 'a secret of the first'

let app: TestApp
let desk: Desk
let widget: Channel
let first: Browser
let second: Browser
/** Of the first: their chat, the operator's message in it, and a file. */
let chatId: string
let messageId: string
let fileId: string
let fileUrl: string
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  const operatorIds = desk.operators.map(({ user }) => user.id)
  widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  first = await openBrowser(app.url, widget.publicId)
  second = await openBrowser(app.url, widget.publicId)
  ;({ chatId } = await write(first, SECRET))
  await mutate(desk.operators[0].execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
  messageId = await reply(desk.operators[0], chatId, SECRET)
  ;({ id: fileId, url: fileUrl } = await upload(first.token, 'secret.txt', SECRET))
})
afterAll(() => app.close())

async function upload(token: string, name: string, content: string) {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${token}`, origin: 'https://shop.example' }
  const response = await fetch(`${app.url}/files`, { method: 'POST', headers, body })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, '*'])
  return (await response.json()) as { id: string; url: string }
}

const EVERYTHING = `{ visit { visitorNumber unreadCount contactInfo { name email }
  history(last: 100) { messages { id text file { url } } } chat { id } invitation { text } } }`

describe('a visitor', () => {
  test('reads what was said to them, and nothing of another visitor', async () => {
    const own = (await first.execute(EVERYTHING)).data.visit
    expect(own.history.messages.map(({ text }: { text: string }) => text)).toEqual([SECRET, SECRET])
    const other = (await second.execute(EVERYTHING)).data.visit
    expect(other).toMatchObject({ unreadCount: 0, chat: null, history: { messages: [] } })
    const { data } = await second.execute(
      '{ visit { history(before: "999999.999999") { messages { text } } } }',
    )
    expect(data.visit.history.messages).toEqual([])
  })

  test('hears nothing of another visitor, live or from the beginning of the log', async () => {
    const feed = await openWidgetFeed(app.url, second.token, { after: '0' })
    await reply(desk.operators[0], chatId, `${SECRET}, live`)
    await write(second, 'own')
    await feed.waitFor('VisitMessageCreated', ({ message }) => message.text === 'own')
    expect(JSON.stringify(feed.events)).not.toContain(SECRET)
    await feed.close()
  })

  test('cannot reach another visitor’s chat, message or file by its id', async () => {
    const answers = await Promise.all([
      mutate(second.execute, 'markMessagesSeen', { chatId, seq: 1 }),
      mutate(
        second.execute,
        'sendVisitorMessage',
        { idempotencyKey: randomUUID(), text: 'x', fileId },
        'message { id }',
      ),
      mutate(
        second.execute,
        'sendVisitorMessage',
        { idempotencyKey: messageId, text: SECRET },
        'message { id }',
      ),
    ])
    expect(answers.map(({ userErrors }) => userErrors[0]?.code)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'IDEMPOTENCY_KEY_REUSED',
    ])
    const { seenSeq } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
    expect(seenSeq).toBe(0)
  })

  test('cannot end another visitor’s invitation, nor rate their chat', async () => {
    const { id } = await app.services.db.visitor.findFirstOrThrow({
      where: {
        accountId: desk.account.id,
        number: (await openBrowser(app.url, widget.publicId)).visitorNumber,
      },
    })
    const visitorId = globalId('Visitor', id)
    await mutate(desk.operators[0].execute, 'inviteVisitor', { visitorId, text: 'Hello' })
    const invitation = await app.services.db.visitInvitation.findFirstOrThrow({ where: { visitorId: id } })
    await mutate(second.execute, 'dismissVisitInvitation', { invitationId: invitation.id })
    const after = await app.services.db.visitInvitation.findUniqueOrThrow({ where: { id: invitation.id } })
    expect(after.state).toBe('PENDING')
    await mutate(second.execute, 'rateVisit', { rating: 'NEGATIVE' })
    const { rating } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
    expect(rating).toBeNull()
  })

  test('finds a file only at its address, which nobody can guess, and it is never a page', async () => {
    const page = await upload(first.token, 'page.html', '<script>alert(1)</script>')
    const response = await fetch(page.url.replace(/^https?:\/\/[^/]+/, app.url))
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(fileUrl).toMatch(/\/files\/[0-9a-f]{64}$/)
    expect((await fetch(`${app.url}/files/${fileId}`)).status).toBe(404)
  })

  test('sends a file of their own, once, and operators see it', async () => {
    const { id } = await upload(second.token, 'mine.txt', 'mine')
    const idempotencyKey = randomUUID()
    const input = { idempotencyKey, fileId: id }
    const selection = 'message { id type file { name size url } }'
    const [one, again] = [
      await mutate(second.execute, 'sendVisitorMessage', input, selection),
      await mutate(second.execute, 'sendVisitorMessage', input, selection),
    ]
    expect(one.message).toMatchObject({
      id: idempotencyKey,
      type: 'DOCUMENT',
      file: { name: 'mine.txt', size: 4 },
    })
    expect(again).toEqual(one)
    const message = await app.services.db.message.findUniqueOrThrow({ where: { id: idempotencyKey } })
    expect(message).toMatchObject({ author: 'VISITOR', fileId: id })
  })

  test('of a channel that is no widget has none of this', async () => {
    const socket = openSocket(app.url, { token: second.token })
    const { errors } = await socket.execute('subscription { events { __typename } }')
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    await socket.close()
  })
})

test('an operator of another channel sees neither the visitors of a widget nor who is on it', async () => {
  const stranger = await openDesk(app)
  const feed = await openWidgetFeed(app.url, first.token)
  const list = '{ visitorsOnSite { nodes { number } } }'
  await expect
    .poll(async () => (await desk.operators[0].execute(list)).data.visitorsOnSite.nodes)
    .toContainEqual({ number: first.visitorNumber })
  expect((await stranger.admin.execute(list)).data.visitorsOnSite.nodes).toEqual([])
  const { id } = await app.services.db.chat
    .findUniqueOrThrow({ where: { id: chatId }, include: { visitor: true } })
    .then(({ visitor }) => visitor)
  const input = { visitorId: globalId('Visitor', id), text: 'Hello' }
  const { userErrors } = await mutate(stranger.admin.execute, 'inviteVisitor', input)
  expect(userErrors[0].code).toBe('NOT_FOUND')
  await feed.close()
})

test('a visitor has a hundred sockets and no more, and others are connected as before', async () => {
  const [many, other] = [
    await openBrowser(app.url, widget.publicId),
    await openBrowser(app.url, widget.publicId),
  ]
  const visit = '{ visit { __typename } }'
  const origin = 'https://shop.example'
  const sockets = Array.from({ length: MOST_OF_VISITOR }, () =>
    openSocket(app.url, { token: many.token, origin }),
  )
  for (const socket of sockets) expect((await socket.execute(visit)).errors).toBeUndefined()
  expect(await openSocket(app.url, { token: many.token, origin }).closed).toBe(1013)
  const another = openSocket(app.url, { token: other.token, origin })
  expect((await another.execute(visit)).errors).toBeUndefined()
  await sockets[0]?.close()
  await until(async () => {
    const again = openSocket(app.url, { token: many.token, origin })
    sockets.push(again)
    expect((await again.execute(visit)).errors).toBeUndefined()
  })
  await Promise.all([another, ...sockets].map((socket) => socket.close()))
})
