import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitorToken } from '../../server/domain/visitors/visitor-token.ts'
import { moveVisit } from '../../server/domain/visits/move-visit.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import {
  type Browser,
  makeWidget,
  openBrowser,
  openWidgetFeed,
  someAddress,
  start,
  write,
} from '../support/widget.ts'

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  widget = await makeWidget(app.services, { accountId: desk.account.id })
})
afterAll(() => app.close())

const rowOf = ({ visitorNumber: number }: Browser) =>
  app.services.db.visitor.findUniqueOrThrow({
    where: { accountId_number: { accountId: desk.account.id, number } },
    include: { visit: true },
  })
const tokenFor = async (browser: Browser, expiresAt: Date, channelId = widget.id) => {
  const { id: visitorId } = await rowOf(browser)
  return createVisitorToken(app.services.env.secretKey, { channelId, visitorId, expiresAt })
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('a visit', () => {
  test('gives new visitors the numbers 1, 2, 3 … without gaps, also when many come at once', async () => {
    const own = await openDesk(app)
    const { publicId } = await makeWidget(app.services, { accountId: own.account.id })
    const browsers = await Promise.all(Array.from({ length: 12 }, () => openBrowser(app.url, publicId)))
    const numbers = browsers.map(({ visitorNumber }) => visitorNumber).sort((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })

  test('goes on with the visitor of an earlier token, also of one that expired within a year', async () => {
    const first = await openBrowser(app.url, widget.publicId)
    const again = await openBrowser(app.url, widget.publicId, { token: first.token })
    expect(again.visitorNumber).toBe(first.visitorNumber)
    const token = await tokenFor(first, daysAgo(300))
    expect((await openBrowser(app.url, widget.publicId, { token })).visitorNumber).toBe(first.visitorNumber)
  })

  test('shows the conversation three times in one operation, and not more often', async () => {
    const { execute } = await openBrowser(app.url, widget.publicId)
    const read = (times: number) =>
      execute(
        `{ visit { ${Array.from({ length: times }, (_, n) => `h${n}: history(last: 100) { earlier clearedAt messages { id text } }`).join(' ')} } }`,
      )
    expect((await read(3)).errors).toBeUndefined()
    expect((await read(4)).errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }])
  })

  test('has the cursor of a moment before everything else that it says', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const statements = await recordStatements(() =>
      graphqlAs(app.url, { token: browser.token })('{ visit { contactInfo { name } eventCursor } }'),
    )
    const place = (part: string) => statements.findLastIndex((sql) => sql.includes(part))
    expect(place('pg_current_snapshot')).toBeGreaterThan(-1)
    expect(place('pg_current_snapshot')).toBeLessThan(place('"email"'))
  })

  test('begins anew with a token that expired long ago, is another widget’s or was made up', async () => {
    const first = await openBrowser(app.url, widget.publicId)
    const other = await makeWidget(app.services, { accountId: desk.account.id })
    const wrong = [
      await tokenFor(first, daysAgo(400)),
      await tokenFor(first, daysAgo(-1), other.id),
      first.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      'swv_',
    ]
    for (const token of wrong) {
      const { visitorNumber } = await openBrowser(app.url, widget.publicId, { token })
      expect(visitorNumber).toBeGreaterThan(first.visitorNumber)
    }
  })

  test('is refused for a widget that is not there, and for a channel of another kind', async () => {
    for (const id of ['nothing', desk.channel.publicId]) {
      const { token, userErrors } = await start(app.url, id)
      expect([token, userErrors[0].code, userErrors[0].field]).toEqual([
        null,
        'NOT_FOUND',
        ['input', 'widgetId'],
      ])
    }
  })

  test('knows page, title, referrer, campaign, address, browser and the pages before', async () => {
    const address = someAddress()
    const browser = await openBrowser(app.url, widget.publicId, {
      url: 'https://shop.example/?utm_source=news&utm_campaign=May&utm_x=1',
      title: 'Home',
      referrer: 'https://search.example/',
      address,
      userAgent: 'Test browser 1.0',
    })
    await mutate(browser.execute, 'viewPage', { page: { url: 'https://shop.example/shoes', title: 'Shoes' } })
    await mutate(browser.execute, 'viewPage', {
      page: { url: 'https://shop.example/shoes', title: 'Shoes!' },
    })
    const { pageUrl, visit } = await rowOf(browser)
    expect(pageUrl).toBe('https://shop.example/shoes')
    expect(visit).toMatchObject({
      title: 'Shoes!',
      referrer: 'https://search.example/',
      utm: { source: 'news', campaign: 'May' },
      address,
      userAgent: 'Test browser 1.0',
      pages: 2,
      visits: 1,
      trail: [
        { url: 'https://shop.example/?utm_source=news&utm_campaign=May&utm_x=1', title: 'Home' },
        { url: 'https://shop.example/shoes', title: 'Shoes!' },
      ],
    })
  })

  test('is another one after half an hour without a page', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const { id: visitorId, number, key, accountId, channelId } = await rowOf(browser)
    const visitor = { kind: 'visitor', accountId, channelId, visitorId, number, key } as const
    const token = { id: visitorId, expiresAt: daysAgo(-1) }
    const later = (minutes: number, url: string) =>
      moveVisit(app.services, {
        visitor: { ...visitor, token },
        page: { url },
        now: new Date(Date.now() + minutes * 60_000),
      })
    await later(29, 'https://shop.example/2')
    expect((await rowOf(browser)).visit).toMatchObject({ visits: 1, pages: 2 })
    await later(60, 'https://shop.example/3')
    expect((await rowOf(browser)).visit).toMatchObject({
      visits: 2,
      pages: 1,
      trail: [{ url: 'https://shop.example/3' }],
    })
  })

  test('keeps the last 30 pages, and cuts what is too long', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const long = `https://shop.example/${'x'.repeat(5_000)}`
    await mutate(browser.execute, 'viewPage', { page: { url: long, title: 't'.repeat(1_000) } })
    for (let page = 0; page < 34; page += 1)
      await mutate(browser.execute, 'viewPage', { page: { url: `https://shop.example/${page}` } })
    const { visit } = await rowOf(browser)
    expect(visit?.trail).toHaveLength(30)
    expect(visit?.trail).toMatchObject({ 29: { url: 'https://shop.example/33' } })
    expect(visit?.pages).toBe(36)
    expect(JSON.stringify(visit).length).toBeLessThan(10_000)
  })
})

describe('too many', () => {
  test('new visitors from one network are refused, and known ones and other networks are not', async () => {
    const slow = await startTestApp({ variables: { NEW_VISITOR_RATE_LIMIT: '3' } })
    try {
      const own = await openDesk(slow)
      const { publicId } = await makeWidget(slow.services, { accountId: own.account.id })
      const address = someAddress()
      const [first] = await Promise.all([1, 2, 3].map(() => openBrowser(slow.url, publicId, { address })))
      const { token, userErrors } = await start(slow.url, publicId, { address })
      expect([token, userErrors[0].code]).toEqual([null, 'RATE_LIMITED'])
      expect(
        (await openBrowser(slow.url, publicId, { address, token: first?.token ?? '' })).token,
      ).toBeTruthy()
      expect((await openBrowser(slow.url, publicId)).token).toBeTruthy()
    } finally {
      await slow.close()
    }
  })

  test('page loads from one network are refused, also of known visitors, and those from other networks are not', async () => {
    const slow = await startTestApp({ variables: { VISIT_RATE_LIMIT: '3' } })
    try {
      const own = await openDesk(slow)
      const { publicId } = await makeWidget(slow.services, { accountId: own.account.id })
      const address = someAddress()
      const { token } = await openBrowser(slow.url, publicId, { address })
      for (let load = 0; load < 2; load++) await openBrowser(slow.url, publicId, { address, token })
      const refused = await start(slow.url, publicId, { address, token })
      expect([refused.token, refused.userErrors[0].code]).toEqual([null, 'RATE_LIMITED'])
      expect((await openBrowser(slow.url, publicId, { token })).token).toBeTruthy()
    } finally {
      await slow.close()
    }
  })

  test('messages of one visitor are refused, and those of another are not', async () => {
    const slow = await startTestApp({ variables: { VISITOR_RATE_LIMIT: '1' } })
    try {
      const own = await openDesk(slow)
      const { publicId } = await makeWidget(slow.services, { accountId: own.account.id })
      const [eager, calm] = await Promise.all([1, 2].map(() => openBrowser(slow.url, publicId)))
      const burst = Array.from({ length: 30 }, (_, index) => write(eager as Browser, `${index}`))
      await expect(Promise.all(burst)).rejects.toThrow('RATE_LIMITED')
      await Promise.allSettled(burst)
      expect((await write(calm as Browser, 'Hello')).text).toBe('Hello')
    } finally {
      await slow.close()
    }
  })
})

describe('the websites of a widget', () => {
  const shop = 'https://shop.example'
  const evil = 'https://evil.example'
  const post = (origin: string | undefined, token?: string, query = '{ visit { visitorNumber } }') =>
    fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-svc-widget': widget.publicId,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(origin && { origin }),
      },
      body: JSON.stringify({ query }),
    })

  test('are all when none is named: any page may ask, with its headers, and never with cookies', async () => {
    const { token } = await openBrowser(app.url, widget.publicId, { origin: evil })
    const asked = await fetch(`${app.url}/graphql`, { method: 'OPTIONS', headers: { origin: evil } })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, x-svc-widget',
    )
    const answer = await post(evil, token)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    expect(await answer.json()).toMatchObject({ data: { visit: { visitorNumber: expect.any(Number) } } })
  })

  test('are those that are named: elsewhere no visit begins, no token holds, no socket opens and no file is taken', async () => {
    const own = await makeWidget(app.services, {
      accountId: desk.account.id,
      settings: { origins: [shop] },
    })
    const { userErrors } = await start(app.url, own.publicId, { origin: evil })
    expect(userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
    const browser = await openBrowser(app.url, own.publicId, { origin: shop })
    expect(await (await post(shop, browser.token)).json()).toMatchObject({ data: { visit: {} } })
    expect(await (await post(evil, browser.token)).json()).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
    const good = await openWidgetFeed(app.url, browser.token, { origin: shop, after: '0' })
    await write(browser, 'Hello')
    await good.waitFor('VisitMessageCreated')
    await good.close()
    const bad = await openWidgetFeed(app.url, browser.token, { origin: evil })
    expect(await bad.closed).toBe(4401)
    const upload = async (origin: string) => {
      const body = new FormData()
      body.append('file', new Blob(['Hello']), 'hello.txt')
      const headers = { origin, authorization: `Bearer ${browser.token}` }
      return (await fetch(`${app.url}/files`, { method: 'POST', headers, body })).status
    }
    expect([await upload(shop), await upload(evil)]).toEqual([201, 403])
    const demo = await openWidgetFeed(app.url, browser.token, { origin: app.url, after: '0' })
    await write(browser, 'From the demo page')
    await demo.waitFor('VisitMessageCreated', ({ message }) => message.text === 'From the demo page')
    await demo.close()
  })

  test('end with their entry: sockets of a website that is taken off are closed, and those of others stay', async () => {
    const { id, publicId } = await makeWidget(app.services, {
      accountId: desk.account.id,
      settings: { origins: [shop, evil] },
    })
    const open = async (origin: string) => {
      const browser = await openBrowser(app.url, publicId, { origin })
      const feed = await openWidgetFeed(app.url, browser.token, { origin, after: '0' })
      await write(browser, 'Hello')
      await feed.waitFor('VisitMessageCreated')
      return { browser, feed }
    }
    const [stays, ends] = [await open(shop), await open(evil)]
    const settings = { widget: { origins: [shop] } }
    const { userErrors } = await mutate(desk.admin.execute, 'updateChannel', {
      id: globalId('Channel', id),
      settings,
    })
    expect(userErrors).toEqual([])
    expect(await ends.feed.closed).toBe(4403)
    const back = await openWidgetFeed(app.url, ends.browser.token, { origin: evil })
    expect(await back.closed).toBe(4401)
    await write(stays.browser, 'Still there?')
    await stays.feed.waitFor('VisitMessageCreated', ({ message }) => message.text === 'Still there?')
    await stays.feed.close()
  })

  test('end with the widget: the sockets of its visitors are closed when it is deleted', async () => {
    const { id, publicId } = await makeWidget(app.services, { accountId: desk.account.id })
    const browser = await openBrowser(app.url, publicId)
    const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
    await write(browser, 'Hello')
    await feed.waitFor('VisitMessageCreated')
    await mutate(desk.admin.execute, 'deleteChannel', { id: globalId('Channel', id) })
    await feed.waitFor('VisitChatChanged', ({ chat }) => chat.status === 'CLOSED')
    expect(await feed.closed).toBe(4403)
  })

  test('cannot act for an operator who is signed in', async () => {
    const { cookie } = desk.admin
    const headers = { 'x-svc-widget': widget.publicId }
    const { data } = await graphqlAs(app.url, { cookie, headers })('{ viewer { email } }')
    expect(data.viewer).toBeNull()
  })
})

test('a token in an address counts for nothing, and nobody without one is anybody', async () => {
  const { token } = await openBrowser(app.url, widget.publicId)
  const query = '{ visit { visitorNumber } }'
  const response = await fetch(`${app.url}/graphql?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-widget': 'x' },
    body: JSON.stringify({ query }),
  })
  expect(await response.json()).toEqual({ data: { visit: null } })
  expect((await desk.admin.execute(query)).data.visit).toBeNull()
  const { userErrors } = await mutate(desk.admin.execute, 'clearHistory')
  expect(userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
})
