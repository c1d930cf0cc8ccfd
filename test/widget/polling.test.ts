import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeWidget, openBrowser, openWidgetFeed, pollEvents, write } from '../support/widget.ts'

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [desk.operators[0].user.id],
  })
})
afterAll(() => app.close())

const typesOf = (events: { __typename: string }[]) => events.map(({ __typename }) => __typename)

describe('a widget that asks because sockets are blocked', () => {
  test('is told what a socket would have told, then only what is true now, and nothing of others', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const cursor = browser.started.visit.eventCursor
    const [operator] = desk.operators
    const { chatId } = await write(browser, 'Hello')
    await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
    await reply(operator, chatId, 'Hello to you')
    const events = await pollEvents(browser, cursor)
    expect(typesOf(events)).toEqual([
      'VisitChatChanged',
      'VisitMessageCreated',
      'VisitChatChanged',
      'VisitMessageCreated',
      'WidgetStatusChanged',
    ])
    expect(events[3].message).toMatchObject({ text: 'Hello to you', author: 'OPERATOR' })
    const chat = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
    expect(chat.deliveredSeq).toBe(events[3].message.seq)
    expect(typesOf(await pollEvents(browser, events.at(-1)?.cursor))).toEqual(['WidgetStatusChanged'])
    const other = await openBrowser(app.url, widget.publicId)
    expect(typesOf(await pollEvents(other, cursor))).toEqual(['WidgetStatusChanged'])
    const { errors } = await desk.admin.execute(`{ visitEvents(after: "${cursor}") { key } }`)
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })

  test('goes on over a socket from where it was, with the same keys for what comes twice', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const { chatId } = await write(browser, 'One')
    const polled = await pollEvents(browser, browser.started.visit.eventCursor)
    const feed = await openWidgetFeed(app.url, browser.token, { after: polled.at(-1)?.cursor })
    await mutate(desk.operators[0].execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
    await feed.waitFor('VisitChatChanged', ({ change }) => change === 'CHAT_ACCEPTED')
    expect(feed.events.filter(({ __typename }) => __typename === 'VisitMessageCreated')).toEqual([])
    const again = await pollEvents(browser, browser.started.visit.eventCursor)
    const keys = again.map(({ key }) => key)
    const { key } = await feed.waitFor('VisitChatChanged')
    expect(keys).toEqual(expect.arrayContaining([key, polled[0].key]))
    await feed.close()
  })

  test('learns each state of a call, also after it has ended', async () => {
    const own = await openDesk(app)
    const { id: channelId, publicId } = await makeWidget(app.services, { accountId: own.account.id })
    await app.services.db.callSettings.create({
      data: { accountId: own.account.id, enabled: true, balance: 5, channels: { create: { channelId } } },
    })
    const browser = await openBrowser(app.url, publicId)
    await mutate(browser.execute, 'requestCallback', { phone: '+49 30 123456' })
    const call = await app.services.db.call.findFirstOrThrow({ where: { channelId } })
    const id = globalId('Call', call.id)
    await mutate(own.admin.execute, 'takeCall', { id })
    await mutate(own.admin.execute, 'markCallConnected', { id })
    await mutate(own.admin.execute, 'failCall', { id, reason: 'The line was cut' })
    const events = await pollEvents(browser, browser.started.visit.eventCursor)
    const calls = events.filter(({ __typename }) => __typename === 'VisitCallChanged')
    expect(calls.map(({ state, reason }) => [state, reason])).toEqual([
      ['START', null],
      ['OPERATOR_CONNECTED', null],
      ['CLIENT_CONNECTED', null],
      ['ERROR', 'The line was cut'],
    ])
  })

  test('is refused when it asks without end, and others are not', async () => {
    const [greedy, other] = [
      await openBrowser(app.url, widget.publicId),
      await openBrowser(app.url, widget.publicId),
    ]
    const ask = () => pollEvents(greedy, greedy.started.visit.eventCursor)
    // Not all at once: a slow machine refuses those for another reason.
    const askOften = async () => {
      for (let turn = 0; turn < 7; turn++) await Promise.all(Array.from({ length: 40 }, ask))
    }
    await expect(askOften()).rejects.toThrow('RATE_LIMITED')
    await expect(greedy.execute('{ visit { visitorNumber } }')).resolves.toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED' } }],
    })
    await pollEvents(other, other.started.visit.eventCursor)
  })

  test('that is refused is told when to ask again, by the answer’s status and header and by the error', async () => {
    const { token, started, execute } = await openBrowser(app.url, widget.publicId)
    // 30 aliases are the most that an operation may have.
    const thirty = Array.from({ length: 30 }, (_, n) => `a${n}: visit { visitorNumber }`).join(' ')
    await Promise.all(Array.from({ length: 8 }, () => execute(`{ ${thirty} }`)))
    for (const field of [
      'visit { visitorNumber }',
      `visitEvents(after: "${started.visit.eventCursor}") { key }`,
    ]) {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-svc-widget': '1',
        },
        body: JSON.stringify({ query: `{ ${field} }` }),
      })
      expect(response.status).toBe(429)
      const wait = Number(response.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: wait } }],
      })
    }
  })
})
