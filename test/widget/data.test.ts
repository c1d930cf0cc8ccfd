import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookPayload } from '../../server/domain/webhooks/payloads/webhook-payload.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Data, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { writeMmdb } from '../support/mmdb.ts'
import { type Browser, makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  const database = join(await mkdtemp(join(tmpdir(), 'switchboard-geo-')), 'test.mmdb')
  await writeMmdb(database, '203.0.113.0', 24, {
    country: { iso_code: 'DE', names: { en: 'Germany' } },
    city: { names: { en: 'Berlin' } },
    location: { latitude: 52.5, longitude: 13.4 },
  })
  app = await startTestApp({ variables: { GEOIP_DATABASE: database } })
  desk = await openDesk(app)
  widget = await makeWidget(app.services, { accountId: desk.account.id })
})
afterAll(() => app.close())

const DETAILS = `customerId isVerified name email phone description pageUrl details { onSite pageTitle referrer pages visits
  address userAgent attributes place { country countryCode city } campaign { source }
  customData { title content key link linkRemoved } trail { url title } }`

async function detailsOf(browser: Browser): Promise<Data> {
  const { data, errors } = await desk.admin.execute(
    `{ visitor(by: { number: ${browser.visitorNumber} }) { ${DETAILS} } }`,
  )
  expect(errors).toBeUndefined()
  return data.visitor
}

describe('setCustomData', () => {
  const set = (browser: Browser, fields: object[]) => mutate(browser.execute, 'setCustomData', { fields })

  test('shows operators the items in their order, without tags and with links to safe URLs only', async () => {
    await mutate(desk.admin.execute, 'updateDeveloperSettings', { safeUrls: ['crm.example.com'] })
    const browser = await openBrowser(app.url, widget.publicId)
    await set(browser, [
      {
        title: 'Orders',
        key: 'Last',
        content: '<b>Shoes</b><script>alert(1)</script>',
        link: 'https://crm.example.com/7',
      },
      { content: 'a < b && c > d', link: 'https://crm.example.com.evil.example/' },
      { content: 'x', link: 'javascript:alert(1)' },
      { content: 'x', link: 'https://sub.crm.example.com/' },
      { content: '<img src=x onerror=alert(1)//' },
    ])
    const { details } = await detailsOf(browser)
    expect(details.customData).toEqual([
      {
        title: 'Orders',
        key: 'Last',
        content: 'Shoesalert(1)',
        link: 'https://crm.example.com/7',
        linkRemoved: false,
      },
      { title: null, key: null, content: 'a < b && c > d', link: null, linkRemoved: true },
      { title: null, key: null, content: 'x', link: null, linkRemoved: true },
      { title: null, key: null, content: 'x', link: 'https://sub.crm.example.com/', linkRemoved: false },
      { title: null, key: null, content: '<img src=x onerror=alert(1)//', link: null, linkRemoved: false },
    ])
  })

  test('uses the first 10 items, cuts long ones, replaces what was there, and [] clears', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    await set(
      browser,
      Array.from({ length: 12 }, (_, index) => ({ content: `${index}${'x'.repeat(5_000)}` })),
    )
    const { customData } = (await detailsOf(browser)).details
    expect(customData).toHaveLength(10)
    expect(customData[9].content).toHaveLength(2_000)
    await set(browser, [{ content: 'one' }])
    expect((await detailsOf(browser)).details.customData).toMatchObject([{ content: 'one' }])
    await set(browser, [])
    expect((await detailsOf(browser)).details.customData).toEqual([])
  })

  test('reaches a screen that follows the visitor at once, and no screen of another account', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const follow = (cookie: string) => {
      const socket = openSocket(app.url, { cookie })
      const came = socket.execute(
        'subscription { visitChanges { visitor { number details { customData { content } } } } }',
      )
      return { socket, came }
    }
    const screen = follow(desk.admin.cookie)
    await screen.socket.execute('{ viewer { email } }')
    const stranger = await openDesk(app)
    const other = follow(stranger.admin.cookie)
    await other.socket.execute('{ viewer { email } }')
    await set(browser, [{ content: 'live' }])
    expect((await screen.came).data.visitChanges.visitor).toMatchObject({
      number: browser.visitorNumber,
      details: { customData: [{ content: 'live' }] },
    })
    const own = await makeWidget(app.services, { accountId: stranger.account.id })
    await openBrowser(app.url, own.publicId)
    expect((await other.came).data.visitChanges.visitor.number).toBe(1)
    await Promise.all([screen.socket.close(), other.socket.close()])
  })
})

test('setVisitorAttributes keeps plain values, at most ten times an hour', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const set = (attributes: unknown) => mutate(browser.execute, 'setVisitorAttributes', { attributes })
  await set({ plan: 'pro', seats: 3, trial: false, old: 'x' })
  await set({ seats: 4, old: null })
  expect((await detailsOf(browser)).details.attributes).toEqual({ plan: 'pro', seats: 4, trial: false })
  for (const wrong of [[], 'x', { a: {} }, { a: [1] }, { '': 1 }]) {
    expect((await set(wrong)).userErrors[0]).toMatchObject({
      code: 'INVALID',
      field: ['input', 'attributes'],
    })
  }
  const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`a${index}`, index]))
  expect((await set(many)).userErrors[0].code).toBe('LIMIT_REACHED')
  const codes = []
  for (let index = 0; index < 10; index += 1) codes.push((await set({ index })).userErrors[0]?.code)
  expect(codes).toContain('RATE_LIMITED')
  expect(codes.indexOf('RATE_LIMITED')).toBe(7)
})

test('setVisitorAttributes keeps what calls at the same time store', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const given = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`name${index}`, index]))
  await Promise.all(
    Object.entries(given).map(([name, value]) =>
      mutate(browser.execute, 'setVisitorAttributes', { attributes: { [name]: value } }),
    ),
  )
  expect((await detailsOf(browser)).details.attributes).toEqual(given)
})

describe('setContactInfo', () => {
  test('is known to operators, told to webhooks and to the visitor’s other tabs, and blank fields change nothing', async () => {
    const endpoint = await app.services.db.webhookEndpoint.create({
      data: {
        accountId: desk.account.id,
        name: 'CRM',
        url: 'http://127.0.0.1:9/',
        events: ['CHAT_UPDATED'],
        secretEncrypted: Buffer.from('x'),
      },
    })
    const browser = await openBrowser(app.url, widget.publicId, {
      url: 'https://shop.example/?utm_source=news&utm_term=shoes',
      title: 'Shoes',
      address: '203.0.113.9',
      userAgent: 'Test browser',
    })
    await write(browser, 'Hello')
    await mutate(browser.execute, 'identifyVisitor', { token: 'customer-7' })
    const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
    const screen = openFeed(app.url, { cookie: desk.admin.cookie, after: '0' })
    const info = { name: ' Ada\n', email: 'ada@example.com', phone: '', description: 'VIP' }
    const { contactInfo } = await mutate(
      browser.execute,
      'setContactInfo',
      info,
      'contactInfo { name email phone description }',
    )
    expect(contactInfo).toEqual({ name: 'Ada', email: 'ada@example.com', phone: null, description: 'VIP' })
    await feed.waitFor('VisitContactInfoChanged', ({ contactInfo }) => contactInfo.name === 'Ada')
    await expect.poll(() => screen.events.map(({ __typename }) => __typename)).toContain('VisitorUpdated')
    const item = await app.services.db.outboxItem.findFirstOrThrow({
      where: { receiverId: endpoint.id, event: 'chat_updated' },
    })
    expect(await webhookPayload(app.services, item, null)).toMatchObject({
      event_name: 'chat_updated',
      widget_id: widget.publicId,
      user_token: 'customer-7',
      visitor: {
        name: 'Ada',
        email: 'ada@example.com',
        description: 'VIP',
        number: String(browser.visitorNumber),
      },
      page: { url: 'https://shop.example/?utm_source=news&utm_term=shoes', title: 'Shoes' },
      session: {
        ip_addr: '203.0.113.9',
        user_agent: 'Test browser',
        utm_json: { source: 'news', campaign: '', content: '', medium: '', term: 'shoes' },
        utm: 'source=news|term=shoes',
        geoip: { country_code: 'DE', country: 'Germany', city: 'Berlin', latitude: '52.5', region: '' },
      },
    })
    await mutate(browser.execute, 'setContactInfo', { name: '', phone: '+49 30 123' })
    expect(await detailsOf(browser)).toMatchObject({ name: 'Ada', phone: '+49 30 123' })
    await Promise.all([feed.close(), screen.close()])
  })

  test('refuses what is no address and no number, each by its field, and changes nothing', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const { userErrors } = await mutate(browser.execute, 'setContactInfo', {
      name: 'A',
      email: 'x',
      phone: 'y',
    })
    expect(userErrors.map(({ field }: Data) => field.at(-1)).toSorted()).toEqual(['email', 'phone'])
    expect((await detailsOf(browser)).name).toBeNull()
  })
})

test('an operator sees where the visitor is, whence they came, and what their browser says', async () => {
  const browser = await openBrowser(app.url, widget.publicId, {
    url: 'https://shop.example/?utm_source=news',
    title: 'Home',
    referrer: 'https://search.example/',
    address: '203.0.113.10',
    userAgent: 'Test browser',
  })
  expect(await detailsOf(browser)).toMatchObject({
    pageUrl: 'https://shop.example/?utm_source=news',
    isVerified: false,
    details: {
      onSite: false,
      pageTitle: 'Home',
      referrer: 'https://search.example/',
      address: '203.0.113.10',
      userAgent: 'Test browser',
      place: { country: 'Germany', countryCode: 'DE', city: 'Berlin' },
      campaign: { source: 'news' },
      trail: [{ url: 'https://shop.example/?utm_source=news', title: 'Home' }],
      visits: 1,
    },
  })
})
