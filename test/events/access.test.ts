import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { findTokenViewer } from '../../server/domain/api-tokens/find-token-viewer.ts'
import { findCurrentViewers } from '../../server/domain/sessions/find-current-viewers.ts'
import type { Viewer } from '../../server/domain/viewer.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { makeChannel, PASSWORD } from '../support/factories.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { makeWidget, openBrowser, openWidgetFeed } from '../support/widget.ts'

// Nothing is announced in these tests: the changes are made in the database, as by a process that died right after.
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ accessCheckMs: 300 })
})
afterAll(() => app.close())

const open: EventFeed[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((feed) => feed.close()))
})

/** A screen that is live: it has heard of a message. */
async function follow(desk: Desk, credential: { cookie?: string; token?: string }): Promise<EventFeed> {
  const feed = openFeed(app.url, { ...credential, after: '0' })
  open.push(feed)
  const uuid = await desk.say('visitor', 'Hello')
  await feed.waitFor(({ message }: Data) => message?.uuid === uuid)
  return feed
}

async function makeToken({ operators: [operator] }: Desk, expiresAt?: Date): Promise<Data> {
  const input = { name: 'Program', ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }
  return mutate(operator.execute, 'createApiToken', input, 'token apiToken { id }')
}

const statusOf = async ({ channel }: Desk) => (await fetch(`${app.url}${channel.path}/status`)).text()

describe('a socket whose access ends without a word closes', () => {
  test('when its operator is deactivated; it hears nothing more, and they are not present', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const feed = await follow(desk, operator)
    await until(async () => expect(await statusOf(desk)).toBe('1'))
    const { db, presence } = app.services
    await db.user.update({ where: { id: operator.user.id }, data: { deactivatedAt: new Date() } })
    expect(await feed.closed).toBe(4403)
    await until(async () =>
      expect((await presence.connectedUsers(desk.account.id)).has(operator.user.id)).toBe(false),
    )
    const heard = feed.events.length
    const witness = await follow(desk, desk.admin)
    expect(witness.events.length).toBeGreaterThan(0)
    expect(feed.events).toHaveLength(heard)
  })

  test('when its session is deleted, while another session of the same person goes on', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const [feed, other] = [await follow(desk, operator), await follow(desk, desk.admin)]
    await app.services.db.session.delete({ where: { id: operator.viewer.sessionId ?? '' } })
    expect(await feed.closed).toBe(4403)
    const uuid = await desk.say('visitor', 'Still there?')
    await other.waitFor(({ message }: Data) => message?.uuid === uuid)
  })

  test('when its session is over', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const feed = await follow(desk, operator)
    const where = { id: operator.viewer.sessionId ?? '' }
    await app.services.db.session.update({ where, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await feed.closed).toBe(4403)
  })

  test('when the role of its operator changes', async () => {
    const desk = await openDesk(app)
    const feed = await follow(desk, desk.admin)
    const { admin } = desk
    await app.services.db.user.update({ where: { id: admin.user.id }, data: { role: 'OPERATOR' } })
    expect(await feed.closed).toBe(4403)
  })

  test('when its operator gets or loses a channel', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const operatorIds = [operator.user.id]
    const first = await follow(desk, operator)
    const channel = await makeChannel(app.services, { accountId: desk.account.id, operatorIds })
    expect(await first.closed).toBe(4403)
    const second = await follow(desk, operator)
    await app.services.db.channelOperator.deleteMany({ where: { channelId: channel.id } })
    expect(await second.closed).toBe(4403)
  })

  test('when its API token is revoked', async () => {
    const desk = await openDesk(app)
    const { token, apiToken } = await makeToken(desk)
    const feed = await follow(desk, { token })
    const row = await app.services.db.apiToken.findFirstOrThrow({
      where: { userId: desk.operators[0].user.id },
    })
    expect(apiToken.id).toBe(globalId('ApiToken', row.id))
    await app.services.db.apiToken.update({ where: { id: row.id }, data: { revokedAt: new Date() } })
    expect(await feed.closed).toBe(4403)
  })

  test('when the website of its visitor is taken off the widget, or the widget is deleted', async () => {
    const { account } = await openDesk(app)
    const { db } = app.services
    const origin = 'https://shop.example'
    const openVisitor = async () => {
      const settings = { origins: [origin] }
      const widget = await makeWidget(app.services, { accountId: account.id, settings })
      const { token } = await openBrowser(app.url, widget.publicId, { origin })
      const feed = await openWidgetFeed(app.url, token, { origin })
      await feed.waitFor('WidgetStatusChanged')
      return { feed, channelId: widget.id }
    }
    const [elsewhere, deleted] = [await openVisitor(), await openVisitor()]
    await db.widgetSettings.update({
      where: { channelId: elsewhere.channelId },
      data: { origins: ['https://other.example'] },
    })
    await db.channel.update({ where: { id: deleted.channelId }, data: { deletedAt: new Date() } })
    expect(await Promise.all([elsewhere.feed.closed, deleted.feed.closed])).toEqual([4403, 4403])
  })
})

test('those whose rights did not change stay open', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const [leaving, ...staying] = desk.operators
  const { token } = await makeToken({ ...desk, operators: [staying[0] ?? leaving] })
  const people = [...staying, desk.admin, { token }]
  const feeds = await Promise.all(people.map((person) => follow(desk, person)))
  const marker = await follow(desk, leaving)
  await app.services.db.session.delete({ where: { id: leaving.viewer.sessionId ?? '' } })
  // A check was made, of all of them.
  expect(await marker.closed).toBe(4403)
  const uuid = await desk.say('visitor', 'Everybody there?')
  for (const feed of feeds) await feed.waitFor(({ message }: Data) => message?.uuid === uuid)
})

test('the sessions and tokens behind all sockets are read in one statement', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const { token } = await makeToken(desk)
  const program = await findTokenViewer(app.services, token)
  const viewers = [...desk.operators, desk.admin].map(({ viewer }) => viewer)
  if (program) viewers.push(program)
  let current = new Map<string, Viewer>()
  const statements = await recordStatements(async () => {
    current = await findCurrentViewers(app.services, [...viewers, ...viewers])
  })
  expect(statements.filter((sql) => sql.includes('"ApiToken"'))).toHaveLength(1)
  expect([...current.values()]).toEqual(expect.arrayContaining(viewers))
  expect(current.size).toBe(5)
})

test('a token that is revoked, by itself or with a new password, closes its own sockets and no browser’s', async () => {
  const own = await startTestApp({ stores: app.stores })
  try {
    const desk = await openDesk(own)
    const [operator] = desk.operators
    const browser = openFeed(own.url, { cookie: operator.cookie })
    open.push(browser)
    for (const revoke of [
      (apiToken: Data) => mutate(operator.execute, 'revokeApiToken', { id: apiToken.id }),
      () => {
        const input = { currentPassword: PASSWORD, newPassword: 'a new password', revokeApiTokens: true }
        return mutate(operator.execute, 'changePassword', input)
      },
    ]) {
      const { token, apiToken } = await makeToken(desk)
      const feed = openFeed(own.url, { token, after: '0' })
      open.push(feed)
      const uuid = await desk.say('visitor', 'Hello')
      await feed.waitFor(({ message }: Data) => message?.uuid === uuid)
      expect((await revoke(apiToken)).userErrors).toEqual([])
      expect(await feed.closed).toBe(4403)
    }
    const uuid = await desk.say('visitor', 'Still there?')
    await browser.waitFor(({ message }: Data) => message?.uuid === uuid)
  } finally {
    await own.close()
  }
})

test('a socket of an API token closes when the token expires, although nobody checks it', async () => {
  const own = await startTestApp({ stores: app.stores, accessCheckMs: 3_600_000 })
  try {
    const desk = await openDesk(own)
    const token = await until(async () => {
      const expiresAt = new Date(Date.now() + 5_000)
      const { token } = await makeToken(desk, expiresAt)
      const feed = openFeed(own.url, { token })
      open.push(feed)
      // A machine that is so slow that the token has expired by then tries again.
      expect(await feed.closed).toBe(4403)
      expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime() - 20)
      return token
    })
    const back = openFeed(own.url, { token })
    open.push(back)
    expect(await back.closed).toBe(4401)
  } finally {
    await own.close()
  }
})

test('a client that does not answer the close frame can do nothing more with the rights that it had', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: operator.cookie },
    origin: app.url,
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  await once(socket, 'message')
  // A client that reads nothing, so that it never learns of the close frame, and writes on.
  socket.pause()
  await app.services.db.user.update({ where: { id: operator.user.id }, data: { deactivatedAt: new Date() } })
  const { presence } = app.services
  await until(async () =>
    expect((await presence.connectedUsers(desk.account.id)).has(operator.user.id)).toBe(false),
  )
  const query = 'mutation { setAvailability(input: { available: false }) { userErrors { code } } }'
  for (const id of ['1', '2', '3']) socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } }))
  socket.resume()
  const [code] = await once(socket, 'close')
  expect(code).toBe(4403)
  const { available } = await app.services.db.user.findUniqueOrThrow({ where: { id: operator.user.id } })
  expect(available).toBe(true)
})
