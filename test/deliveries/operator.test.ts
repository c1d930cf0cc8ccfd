import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT_REPLY, replyLane } from '../../server/domain/deliveries/client-reply.ts'
import { sendTypingNotification } from '../../server/domain/deliveries/send-typing-notification.ts'
import type { TestApp } from '../support/app.ts'
import { type ClientServer, openClientServer, settled, textOf } from '../support/client-server.ts'
import type { Person } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import type { Received } from '../support/receiver.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())

const messageOf = ({ json }: Received) => (json as { message: Record<string, unknown> }).message
const typesOf = ({ receiver }: ClientServer) => receiver.requests.map((request) => messageOf(request).type)

describe('typing of an operator', () => {
  const type = ({ execute }: Person, chatId: string, typing: boolean) =>
    mutate(execute, 'setTyping', { chatId: globalId('Chat', chatId), typing })

  test('reaches the client as typein and typeout, with who types and to whom', async () => {
    const { desk, receiver, chat, send } = await openClientServer(app)
    const chatId = await chat(7)
    await send(chatId, 'Hello')
    await receiver.waitFor(1)
    await type(desk.operators[0], chatId, true)
    const [, started] = await receiver.waitFor(2)
    await type(desk.operators[0], chatId, false)
    const [, , stopped] = await receiver.waitFor(3)
    const about = { sender: { name: desk.operators[0].user.name }, recipient: { id: 7 } }
    expect(started?.json).toEqual({ ...about, message: { type: 'typein' } })
    expect(stopped?.json).toEqual({ ...about, message: { type: 'typeout' } })
  })

  test('is sent once whatever the client answers, and delays no message', async () => {
    // Again, in case the machine takes longer than the request is waited for.
    await until(async () => {
      let isGivenUp = false
      const client = await openClientServer(app, (request, response) => {
        if (messageOf(request).type !== 'typein') return { body: { result: 'ok' } }
        response.once('close', () => {
          isGivenUp = true
        })
        return { hang: true }
      })
      const { desk, receiver, chat, send } = client
      const chatId = await chat()
      await send(chatId, 'first')
      await type(desk.operators[0], chatId, true)
      await receiver.waitFor((request) => messageOf(request).type === 'typein')
      const ids = [await send(chatId, 'second'), await send(chatId, 'third')]
      for (const id of ids) await settled(app, id, 'SENT')
      expect(isGivenUp).toBe(false)
      expect(typesOf(client).filter((each) => each === 'typein')).toHaveLength(1)
    })
  })

  test('is dropped when it is older than 5 s', async () => {
    const client = await openClientServer(app)
    const chatId = await client.chat()
    const notification = { chatId, userId: client.desk.operators[0].user.id, typing: true }
    await sendTypingNotification(app.services, { ...notification, at: Date.now() - 5_100 })
    await sendTypingNotification(app.services, { ...notification, typing: false, at: Date.now() - 100 })
    expect(typesOf(client)).toEqual(['typeout'])
  })

  test('is not told to a visitor whose chat the operator is not in', async () => {
    const client = await openClientServer(app, undefined, { operators: 2 })
    const [member, other] = client.desk.operators as [Person, Person]
    const chatId = await client.chat()
    await client.send(chatId, 'Hello')
    // Typing does not wait for messages, so the message must be there first.
    await client.receiver.waitFor((request) => messageOf(request).type === 'text')
    await type(other, chatId, true)
    await type(member, chatId, true)
    await client.receiver.waitFor((request) => messageOf(request).type === 'typein')
    expect(client.receiver.requests.at(-1)?.json).toMatchObject({ sender: { name: member.user.name } })
    expect(typesOf(client)).toEqual(['text', 'typein'])
  })
})

describe('a file of an operator', () => {
  const upload = async ({ cookie }: Person, content: Buffer | string, name: string) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
    const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
    const response = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
    expect(response.status).toBe(201)
    return (await response.json()) as { id: string }
  }
  const sendFile = ({ execute }: Person, chatId: string, fileId: string, text?: string) =>
    mutate(execute, 'sendMessage', {
      idempotencyKey: randomUUID(),
      chatId: globalId('Chat', chatId),
      fileId,
      text,
    })
  /** The address names PUBLIC_URL; the server of the test listens elsewhere. */
  const fetchFile = (address: unknown) => fetch(app.url + new URL(String(address)).pathname)

  test('a picture arrives with its name, sizes and a thumbnail 320 px wide, and can be fetched', async () => {
    const { desk, receiver, chat } = await openClientServer(app)
    const picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#08f' } })
      .png()
      .toBuffer()
    const { id } = await upload(desk.operators[0], picture, 'Überblick.png')
    expect((await sendFile(desk.operators[0], await chat(), id, 'Look')).userErrors).toEqual([])
    const [request] = await receiver.waitFor(1)
    const message = request && messageOf(request)
    expect(message).toEqual({
      type: 'photo',
      id: expect.any(String),
      text: 'Look',
      file: expect.stringMatching(/^https?:\/\/[^/]+\/files\/[0-9a-f]{64}$/),
      file_name: 'Überblick.png',
      file_size: picture.length,
      width: 800,
      height: 400,
      thumb: expect.stringMatching(/^https?:\/\/[^/]+\/files\/[0-9a-f]{64}$/),
    })
    const file = await fetchFile(message?.file)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true)
    const thumb = await fetchFile(message?.thumb)
    expect((await sharp(await thumb.arrayBuffer()).metadata()).width).toBe(320)
  })

  test('a page that calls itself a picture arrives as a document that no browser runs', async () => {
    const { desk, receiver, chat } = await openClientServer(app)
    const page = '<!doctype html><script>alert(1)</script>'
    const { id } = await upload(desk.operators[0], page, 'holiday.png')
    await sendFile(desk.operators[0], await chat(), id)
    const [request] = await receiver.waitFor(1)
    const message = request && messageOf(request)
    expect(message).toMatchObject({ type: 'document', file_size: page.length })
    expect(message).not.toHaveProperty('text')
    const file = await fetchFile(message?.file)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  test('cannot be sent by anybody else', async () => {
    const { desk, chat } = await openClientServer(app, undefined, { operators: 2 })
    const [owner, other] = desk.operators as [Person, Person]
    const { id } = await upload(owner, 'notes', 'notes.txt')
    const refused = await sendFile(other, await chat(), id)
    expect(refused.userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'fileId'] }])
  })

  test('is not taken from somebody who is not signed in, or from a page of another origin', async () => {
    const { desk } = await openClientServer(app)
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    const post = (headers: Record<string, string>) =>
      fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
    expect((await post({ 'x-graphql-yoga-csrf': '1' })).status).toBe(401)
    expect((await post({ cookie: desk.operators[0].cookie })).status).toBe(403)
  })

  test('is not found under an address that was made up', async () => {
    expect((await fetch(`${app.url}/files/${'0'.repeat(64)}`)).status).toBe(404)
    expect((await fetch(`${app.url}/files/..%2f..%2fetc%2fpasswd`)).status).toBe(404)
  })
})

test('the operator’s photo goes along as an address that the client can fetch', async () => {
  const { desk, receiver, chat, send } = await openClientServer(app)
  const [operator] = desk.operators
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#f80' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(photo)]), 'me.jpg')
  const headers = { cookie: operator.cookie, 'x-graphql-yoga-csrf': '1' }
  const uploaded = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
  const { id } = (await uploaded.json()) as { id: string }
  expect((await mutate(operator.execute, 'updateProfile', { photoFileId: id })).userErrors).toEqual([])
  await send(await chat())
  const request = await receiver.waitFor(() => true)
  const { sender } = request.json as { sender: { name: string; photo: string } }
  expect(sender.name).toBe(operator.user.name)
  const fetched = await fetch(app.url + new URL(sender.photo).pathname)
  const { width, height } = await sharp(await fetched.arrayBuffer()).metadata()
  expect([fetched.status, width, height]).toEqual([200, 128, 128])
})

test('a client’s server that hangs for 300 visitors delays no other channel', async () => {
  const [stuck, quick] = [await openClientServer(app, { hang: true }), await openClientServer(app)]
  const { db, waker } = app.services
  const { account, channel, operators } = stuck.desk
  const ids = Array.from({ length: 300 }, () => randomUUID())
  const common = { accountId: account.id, channelId: channel.id }
  await db.visitor.createMany({
    data: ids.map((id, n) => ({ ...common, id, number: n + 1, key: id, externalId: id })),
  })
  await db.chat.createMany({
    data: ids.map((id, n) => ({
      ...common,
      id,
      number: n + 1,
      visitorId: id,
      status: 'ACTIVE' as const,
      lastSeq: 1,
    })),
  })
  await db.message.createMany({
    data: ids.map((id) => ({
      id,
      accountId: account.id,
      chatId: id,
      seq: 1,
      author: 'OPERATOR' as const,
      userId: operators[0].user.id,
      type: 'TEXT' as const,
      text: 'x',
    })),
  })
  await db.outboxItem.createMany({
    data: ids.map((id) => ({
      accountId: account.id,
      kind: CLIENT_REPLY,
      lane: replyLane(id),
      receiverId: channel.id,
      chatId: id,
      messageId: id,
    })),
  })
  await waker.wake(ids.map(replyLane))
  await stuck.receiver.waitFor(40)
  const id = await quick.send(await quick.chat(), 'quick')
  const request = await quick.receiver.waitFor(() => true)
  expect(textOf(request)).toBe('quick')
  await settled(app, id, 'SENT')
  expect(await db.outboxItem.count({ where: { receiverId: channel.id, state: 'PENDING' } })).toBeGreaterThan(
    100,
  )
  // Each of its requests takes 3 s, so what came within that time was in flight at once: a part of the workers only.
  const times = stuck.receiver.requests.map(({ at }) => at)
  const inFlight = times.map((at) => times.filter((other) => other <= at && other > at - 1_500).length)
  expect(Math.max(...inFlight)).toBeLessThanOrEqual(50)
})
