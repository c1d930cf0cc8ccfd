import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClientServer, settled, textOf } from '../support/client-server.ts'
import { openFeed } from '../support/event-feed.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import type { SpawnedSwitchboard } from '../support/spawn-switchboard.ts'
import { until } from '../support/until.ts'
import { makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

let installation: Installation
let web: [SpawnedSwitchboard, SpawnedSwitchboard]
beforeAll(async () => {
  installation = await openInstallation()
  const { start } = installation
  const started = await Promise.all([start('web'), start('web'), start('worker'), start('worker')])
  web = [started[0], started[1]]
})
afterAll(() => installation.close())

test('two web processes and two workers act as one', async () => {
  const { app } = installation
  const { desk, receiver } = await openClientServer(app)
  const [operator] = desk.operators
  const feed = openFeed(web[1].url, { cookie: operator.cookie, after: '0' })
  const status = async () => (await fetch(`${web[0].url}${desk.channel.path}/status`)).text()
  await expect.poll(status).toBe('1')
  const texts = Array.from({ length: 10 }, (_, n) => `text ${n}`)
  for (const [n, text] of texts.entries()) {
    const body = JSON.stringify({ sender: { id: 'visitor' }, message: { type: 'text', text } })
    const response = await fetch(`${web[n % 2]?.url}${desk.channel.path}`, { method: 'POST', body })
    expect(response.status).toBe(200)
    await feed.waitFor(({ message }) => message?.text === text)
  }
  const chat = await desk.chatOf('visitor')
  expect(chat.lastSeq).toBe(10)
  for (const [n, text] of texts.entries()) {
    const execute = graphqlAs(web[n % 2]?.url ?? '', operator)
    const input = { idempotencyKey: crypto.randomUUID(), chatId: globalId('Chat', chat.id), text }
    expect((await mutate(execute, 'sendMessage', input)).userErrors).toEqual([])
  }
  await receiver.waitFor(10)
  await until(async () => {
    const open = await app.services.db.outboxItem.count({ where: { chatId: chat.id, state: 'PENDING' } })
    expect(open).toBe(0)
  })
  expect(receiver.requests.map(textOf)).toEqual(texts)
  await feed.close()
  await expect.poll(status).toBe('0')
})

test('a change of a channel holds in every process at once', () =>
  until(async () => {
    const { desk } = await openClientServer(installation.app)
    const status = async ({ url }: SpawnedSwitchboard) =>
      (await fetch(`${url}${desk.channel.path}/status`)).status
    const read = Date.now()
    for (const each of web) expect(await status(each)).toBe(200)
    await mutate(graphqlAs(web[0].url, desk.admin), 'rotateChannelSecret', {
      id: globalId('Channel', desk.channel.id),
    })
    for (const each of web) await expect.poll(() => status(each)).toBe(404)
    // After five seconds a process reads it again by itself, which is for a slow machine to try again.
    expect(Date.now() - read).toBeLessThan(5_000)
  }))

test('access that is taken away in one process closes the socket in the other', async () => {
  const { app } = installation
  const { desk } = await openClientServer(app)
  const feed = openFeed(web[1].url, { cookie: desk.operators[0].cookie, after: '0' })
  await desk.say('visitor', 'Hello')
  await feed.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  await mutate(graphqlAs(web[0].url, desk.admin), 'updateChannel', {
    id: globalId('Channel', desk.channel.id),
    operatorIds: [],
  })
  expect(await feed.closed).toBe(4403)
})

test('a website that is taken off in one process closes the sockets of its visitors in the other', async () => {
  const { app } = installation
  const { desk } = await openClientServer(app)
  const origins = ['https://shop.example', 'https://old.example']
  const widget = await makeWidget(app.services, { accountId: desk.account.id, settings: { origins } })
  const browser = await openBrowser(web[1].url, widget.publicId, { origin: 'https://old.example' })
  const feed = await openWidgetFeed(web[1].url, browser.token, { origin: 'https://old.example', after: '0' })
  await write(browser, 'Hello')
  await feed.waitFor('VisitMessageCreated')
  await mutate(graphqlAs(web[0].url, desk.admin), 'updateChannel', {
    id: globalId('Channel', widget.id),
    settings: { widget: { origins: ['https://shop.example'] } },
  })
  expect(await feed.closed).toBe(4403)
})

test('an operator whose process was killed is offline within 30 s', () =>
  until(async () => {
    const { app, start } = installation
    const { desk } = await openClientServer(app)
    const doomed = await start('web')
    const feed = openFeed(doomed.url, { cookie: desk.operators[0].cookie })
    const status = async () => (await fetch(`${web[0].url}${desk.channel.path}/status`)).text()
    await expect.poll(status).toBe('1')
    await doomed.end('SIGKILL')
    const killed = Date.now()
    await feed.closed
    await expect.poll(status, { interval: 200 }).toBe('0')
    // Only the time tells, so a machine that is busy tries again.
    expect(Date.now() - killed).toBeLessThan(30_000)
  }))

test('SIGTERM: what is in hand is finished, nothing is sent twice, and the exit code is 0', async () => {
  const own = await openInstallation()
  try {
    const { receiver, desk, chat, send } = await openClientServer(own.app)
    const server = await own.start('all')
    const feed = openFeed(server.url, { cookie: desk.operators[0].cookie, after: '0' })
    receiver.answer(async () => {
      // Until the process is stopping, however slow it is.
      await feed.closed
      return { body: { result: 'ok' }, delayMs: 1_000 }
    })
    await feed.waitFor(({ kind }) => kind === 'PRESENCE_CHANGED').catch(() => undefined)
    const chatId = await chat()
    const ids = [await send(chatId, 'in hand'), await send(chatId, 'next')]
    await receiver.waitFor(1)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await feed.closed).toBeGreaterThan(1000)
    expect(receiver.requests.map(textOf)).toEqual(['in hand'])
    await settled(own.app, ids[0] ?? '', 'SENT')
    await own.start('worker')
    await settled(own.app, ids[1] ?? '', 'SENT')
    expect(receiver.requests.map(textOf)).toEqual(['in hand', 'next'])
  } finally {
    await own.close()
  }
})
