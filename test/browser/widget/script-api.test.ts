import { describe, expect, test } from 'vitest'
import { reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'
import {
  callApi,
  calledOn,
  namesOn,
  openShop,
  openSite,
  openVisitor,
  type Shop,
  untilCalled,
  visitPage,
} from './support.ts'

const { app, browser } = withBrowser()

const OK = { result: 'ok' }
const failed = { result: 'fail', reason: expect.any(String) }

/** A visitor on a page of a shop of the test's own. */
async function arrive(shop?: Shop) {
  const { desk, widget } = shop ?? (await openShop(app))
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context, problems } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  const call = (name: string, ...values: unknown[]) => callApi(page, name, ...values)
  const { db } = app.services
  return {
    desk,
    widget,
    site,
    context,
    page,
    problems,
    call,
    visitor: () => db.visitor.findFirstOrThrow({ where: { channelId: widget.id }, include: { visit: true } }),
    chat: () => db.chat.findFirst({ where: { channelId: widget.id }, orderBy: { createdAt: 'desc' } }),
  }
}

describe('svc_api', () => {
  test('has every function as its own property, and there are no other globals than the four', async () => {
    const { page } = await arrive()
    const { own, globals } = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow))
      const names = Object.getOwnPropertyNames(window).filter((name) => !usual.has(name))
      return {
        own: Object.getOwnPropertyNames(window.svc_api),
        globals: names.filter((name) => !/^(svc_on|called$|_?_?playwright|\d+$)/.test(name)),
      }
    })
    expect(own).toEqual(
      expect.arrayContaining([
        'open',
        'close',
        'chatMode',
        'getContactInfo',
        'getVisitorNumber',
        'setContactInfo',
        'setCustomData',
        'setRules',
        'setUserToken',
        'showProactiveInvitation',
        'startCall',
        'isCallbackEnabled',
        'sendOfflineMessage',
        'getUnreadMessagesCount',
        'getUtm',
        'sendPageTitle',
        'clearHistory',
        'setWidgetColor',
        'setClientAttributes',
        'sendMessage',
      ]),
    )
    expect(globals.toSorted()).toEqual(['svc_api', 'svc_config', 'svc_destroy', 'svc_init'])
  })

  test('open and close show and hide the chat, and do nothing when it is so already', async () => {
    const { page, call, problems } = await arrive()
    await expect.poll(() => namesOn(page), SOON).toEqual(['svc_onLoad', 'svc_onLoadCallback'])
    expect(await call('close')).toEqual(OK)
    expect(await call('open')).toEqual(OK)
    await untilCalled(page, 'svc_onOpen')
    await page.getByRole('dialog').waitFor(SOON)
    expect(await call('open', { start: 'menu' })).toEqual(OK)
    expect(await call('close')).toEqual(OK)
    await page.getByRole('dialog').waitFor({ state: 'hidden', ...SOON })
    const told = async () => (await calledOn(page)).filter(([name]) => !/svc_on(Load|Resize)/.test(name))
    await expect
      .poll(told, SOON)
      .toEqual([
        ['svc_onOpen'],
        ['svc_onChangeState', 'chat'],
        ['svc_onClose'],
        ['svc_onChangeState', 'label'],
      ])
    await expect
      .poll(() => namesOn(page), SOON)
      .toEqual(expect.arrayContaining(['svc_onResize', 'svc_onResizeCallback']))
    expect(problems).toEqual([])
  })

  test('chatMode says at once whether somebody is there, and follows', async () => {
    const { page, call, desk } = await arrive()
    expect(await call('chatMode')).toBe('online')
    const [operator] = desk.operators
    await mutate(operator.execute, 'setAvailability', { available: false })
    await page.waitForFunction(() => window.svc_api?.chatMode() === 'offline', null, SOON)
  })

  test('visitors are numbered 1, 2, 3, told with two arguments or by a promise', async () => {
    const shop = await openShop(app)
    for (const expected of [1, 2]) {
      const { page } = await arrive(shop)
      const told = await page.evaluate(
        () =>
          new Promise((resolve) =>
            window.svc_api?.getVisitorNumber((...values: unknown[]) => resolve(values)),
          ),
      )
      expect(told).toEqual([null, expected])
      await expect.poll(() => page.evaluate(() => window.svc_api?.getVisitorNumber()), SOON).toBe(expected)
    }
  })

  test('setContactInfo introduces the visitor, and getContactInfo tells it under both names', async () => {
    const { page, call, visitor } = await arrive()
    expect(await call('getContactInfo')).toEqual({
      client_name: null,
      name: null,
      email: null,
      phone: null,
      description: null,
    })
    for (const wrong of [null, 'Ada', ['Ada'], { email: 'nobody' }, { phone: '---' }])
      expect(await call('setContactInfo', wrong)).toEqual(failed)
    const given = { name: 'Ada', email: 'ada@example.com', phone: '+44 20 7946 0018', description: 'VIP' }
    expect(await call('setContactInfo', given)).toEqual(OK)
    await page.waitForFunction(() => window.svc_api?.getContactInfo().name === 'Ada', null, SOON)
    expect(await call('setContactInfo', { name: ' ', email: 'ada@lovelace.example' })).toEqual(OK)
    await page.waitForFunction(
      () => window.svc_api?.getContactInfo().email === 'ada@lovelace.example',
      null,
      SOON,
    )
    expect(await call('getContactInfo')).toEqual({
      ...given,
      client_name: 'Ada',
      email: 'ada@lovelace.example',
    })
    await expect.poll(visitor, SOON).toMatchObject({ name: 'Ada', email: 'ada@lovelace.example' })
    // The callback is for the form.
    await expect.poll(() => namesOn(page), SOON).not.toContain('svc_onIntroduction')
  })

  test('getContactInfo tells at once what setContactInfo was given, also what is said twice', async () => {
    const { page, visitor } = await arrive()
    const told = await page.evaluate(() => {
      window.svc_api?.setContactInfo({ name: 'Ada', email: 'ada@example.com' })
      window.svc_api?.setContactInfo({ name: 'Ada Lovelace' })
      return window.svc_api?.getContactInfo()
    })
    const known = { name: 'Ada Lovelace', client_name: 'Ada Lovelace', email: 'ada@example.com' }
    expect(told).toMatchObject(known)
    await expect.poll(visitor, SOON).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
    expect(await callApi(page, 'getContactInfo')).toMatchObject(known)
  })

  test('what a page says takes effect in its order, also while answers are late or lost', async () => {
    const { page, visitor } = await arrive()
    let requests = 0
    // The first is lost, the second one is late: whoever does not wait for it is there before.
    await page.route('**/graphql', async (route) => {
      const turn = requests++
      if (turn === 0) return route.abort()
      if (turn === 1) await new Promise((resolve) => setTimeout(resolve, 500))
      return route.continue()
    })
    await page.evaluate(() => {
      const api = window.svc_api
      api?.setContactInfo({ name: 'First' })
      api?.setContactInfo({ name: 'Second' })
      api?.setCustomData([{ content: 'First' }])
      api?.setCustomData([{ content: 'Second' }])
      for (let turn = 1; turn <= 11; turn++) api?.setClientAttributes({ turn })
      api?.sendPageTitle('Last')
    })
    await expect.poll(async () => (await visitor()).visit?.title, SOON).toBe('Last')
    expect(await visitor()).toMatchObject({
      name: 'Second',
      // The eleventh call of an hour is refused.
      visit: { customData: [{ content: 'Second' }], attributes: { turn: 10 } },
    })
  })

  test('what is no text, or throws when it is read, is refused and not thrown', async () => {
    const { page, problems } = await arrive()
    const answers = await page.evaluate(() => {
      const throws = {
        toString() {
          throw new Error('No text')
        },
      }
      const trap = new Proxy(
        {},
        {
          get: () => {
            throw new Error('Nothing to read')
          },
        },
      )
      const api = window.svc_api as unknown as Record<string, (...values: unknown[]) => { result: string }>
      return [Symbol('x'), throws, trap].flatMap((value) => [
        api.setContactInfo?.({ name: value }),
        api.setCustomData?.([{ content: value }]),
        api.setUserToken?.(value),
        api.showProactiveInvitation?.(value),
        api.startCall?.(value),
        api.sendOfflineMessage?.({ message: value, email: 'ada@example.com' }),
        api.sendPageTitle?.(value),
        api.setWidgetColor?.(value),
        api.setClientAttributes?.({ value }),
        api.sendMessage?.(value),
        api.setRules?.({ rules: [value] }),
      ])
    })
    for (const answer of answers) expect(answer).toMatchObject({ result: 'fail' })
    const big = await page.evaluate(() => {
      const value = BigInt(7) as unknown as string
      const api = window.svc_api
      return [api?.setClientAttributes({ value }), api?.sendMessage(value)]
    })
    expect(big).toEqual([failed, OK])
    await untilCalled(page, 'svc_onMessageSent')
    expect(problems).toEqual([])
  })

  test('a long text is sent in parts, and an offline message that is too long is refused', async () => {
    const { page, call, chat } = await arrive()
    const long = `${'a'.repeat(1_000)}${'b'.repeat(1_000)}c`
    expect(await call('sendMessage', long)).toEqual(OK)
    await untilCalled(page, 'svc_onMessageSent')
    const written = async () =>
      app.services.db.message.findMany({
        where: { chatId: (await chat())?.id ?? '', author: 'VISITOR' },
        orderBy: { seq: 'asc' },
        select: { text: true },
      })
    await expect
      .poll(written, SOON)
      .toEqual([{ text: 'a'.repeat(1_000) }, { text: 'b'.repeat(1_000) }, { text: 'c' }])
    const email = 'ada@example.com'
    expect(await call('sendOfflineMessage', { email, message: '😀'.repeat(4_001) })).toEqual({
      result: 'fail',
      error: expect.stringContaining('4000'),
    })
    expect(await call('sendOfflineMessage', { email, message: '😀'.repeat(4_000) })).toEqual(OK)
  })

  test('setCustomData replaces what was told before, and refuses anything but an array', async () => {
    const { call, visitor } = await arrive()
    for (const wrong of [null, {}, 'x', 1])
      expect(await call('setCustomData', wrong)).toEqual({
        result: 'fail',
        reason: 'Custom data must be array.',
      })
    const many = Array.from({ length: 12 }, (_, index) => ({ content: `Item ${index}`, key: 'k' }))
    expect(await call('setCustomData', many)).toEqual(OK)
    await expect.poll(async () => (await visitor()).visit?.customData, SOON).toHaveLength(10)
    expect(await call('setCustomData', [{ title: 'Cart', content: '<b>3</b> articles' }])).toEqual(OK)
    await expect
      .poll(async () => (await visitor()).visit?.customData, SOON)
      .toMatchObject([{ title: 'Cart', content: '3 articles' }])
    expect(await call('setCustomData', [])).toEqual(OK)
    await expect.poll(async () => (await visitor()).visit?.customData, SOON).toEqual([])
  })

  test('setUserToken tells the company’s own identifier', async () => {
    const { call, visitor } = await arrive()
    for (const wrong of [null, '', '  ', 7, {}]) expect(await call('setUserToken', wrong)).toEqual(failed)
    expect(await call('setUserToken', 'customer-4711')).toEqual(OK)
    await expect.poll(async () => (await visitor()).userToken, SOON).toBe('customer-4711')
  })

  test('showProactiveInvitation opens the chat with its text, which goes with the first message', async () => {
    const { page, call, chat } = await arrive()
    expect(await call('showProactiveInvitation', ' ')).toEqual(failed)
    expect(await call('showProactiveInvitation', 'May I help?')).toEqual(OK)
    await untilCalled(page, 'svc_onOpen')
    await page.getByText('May I help?').first().waitFor(SOON)
    expect(await call('sendMessage', 'Yes, please')).toEqual(OK)
    await untilCalled(page, 'svc_onMessageSent')
    const { id } = (await chat()) ?? { id: '' }
    const message = await app.services.db.message.findFirstOrThrow({
      where: { chatId: id, author: 'VISITOR' },
    })
    expect(message).toMatchObject({ text: 'Yes, please', invite: 'May I help?' })
  })

  test('tells the first message, an answer, and each change of state once', async () => {
    const { page, call, desk, chat } = await arrive()
    expect(await call('sendMessage', '')).toEqual(failed)
    expect(await call('sendMessage', 'One')).toEqual(OK)
    await untilCalled(page, 'svc_onMessageSent')
    expect(await call('sendMessage', 'Two')).toEqual(OK)
    const [operator] = desk.operators
    const { id } = (await chat()) ?? { id: '' }
    await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
    await untilCalled(page, 'svc_onAccept')
    await reply(operator, id, 'Hello!')
    await untilCalled(page, 'svc_onMessageReceived')
    expect(await call('getUnreadMessagesCount')).toBe(1)
    await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
    await page.waitForFunction(
      () =>
        (window as unknown as { called: string[][] }).called.some(
          ([name, state]) => name === 'svc_onChangeState' && state === 'label',
        ),
      null,
      SOON,
    )
    const told = (await calledOn(page)).filter(([name]) => !/svc_on(Load|Resize)/.test(name))
    expect(told.toSorted()).toEqual(
      [
        ['svc_onAccept'],
        ['svc_onChangeState', 'chat/min'],
        ['svc_onChangeState', 'label'],
        ['svc_onClientStartChat'],
        ['svc_onMessageReceived'],
        ['svc_onMessageSent'],
      ].toSorted(),
    )
    // A message after the end opens a new chat, but is not the first.
    expect(await call('sendMessage', 'Three')).toEqual(OK)
    await expect.poll(async () => (await chat())?.id, SOON).not.toBe(id)
    await expect
      .poll(async () => (await namesOn(page)).filter((name) => name === 'svc_onClientStartChat'), SOON)
      .toHaveLength(2)
    expect((await namesOn(page)).filter((name) => name === 'svc_onMessageSent')).toHaveLength(1)
  })

  test('calls are refused in the contract’s words while they are off', async () => {
    const { page, call } = await arrive()
    const disabled = { result: 'fail', reason: 'Callback disabled' }
    expect(await call('startCall', '+442079460018')).toEqual(disabled)
    expect(await call('isCallbackEnabled')).toEqual(disabled)
    const told = await page.evaluate(
      () => new Promise((resolve) => window.svc_api?.isCallbackEnabled((result) => resolve(result))),
    )
    expect(told).toEqual(disabled)
    expect(await call('open', { start: 'call' })).toEqual(disabled)
    await expect.poll(() => namesOn(page), SOON).not.toContain('svc_onOpen')
  })

  test('a call is ordered, and its start, its end and its failure are told', async () => {
    const shop = await openShop(app)
    const { desk, widget } = shop
    const channelIds = [globalId('Channel', widget.id)]
    await mutate(desk.admin.execute, 'updateCallSettings', { enabled: true, balance: 2, channelIds })
    const { page, call } = await arrive(shop)
    const unavailable = { result: 'fail', reason: 'Callback unavaiable' }
    const [operator] = desk.operators
    const callNow = () =>
      app.services.db.call.findFirstOrThrow({ where: { endedAt: null, channelId: widget.id } })
    expect(await call('isCallbackEnabled')).toEqual(OK)
    expect(await call('startCall', '---')).toEqual(failed)
    expect(await call('startCall', '+44 20 7946 0018')).toEqual(OK)
    await untilCalled(page, 'svc_onCallStart')
    await expect.poll(() => call('isCallbackEnabled'), SOON).toEqual(unavailable)
    expect(await call('startCall', '+44 20 7946 0018')).toEqual(unavailable)
    expect(await call('open', { start: 'call' })).toEqual(unavailable)
    const { id } = await callNow()
    await mutate(operator.execute, 'takeCall', { id: globalId('Call', id) })
    await mutate(operator.execute, 'markCallConnected', { id: globalId('Call', id) })
    await mutate(operator.execute, 'endCall', { id: globalId('Call', id) })
    await untilCalled(page, 'svc_onCallEnd')
    await expect.poll(() => call('isCallbackEnabled'), SOON).toEqual(OK)
    expect(await call('open', { start: 'call' })).toEqual(OK)
    await untilCalled(page, 'svc_onOpen')
    expect(await call('startCall', '+44 20 7946 0018')).toEqual(OK)
    await expect.poll(() => callNow().catch(() => null), SOON).not.toBeNull()
    const second = globalId('Call', (await callNow()).id)
    await mutate(operator.execute, 'takeCall', { id: second })
    await mutate(operator.execute, 'failCall', { id: second, reason: 'No answer' })
    await expect
      .poll(async () => (await calledOn(page)).filter(([name]) => /svc_onCall|ChangeState/.test(name)), SOON)
      .toEqual([
        ['svc_onCallStart'],
        ['svc_onCallEnd', OK],
        ['svc_onChangeState', 'call'],
        ['svc_onCallStart'],
        ['svc_onCallEnd', { result: 'fail', reason: 'No answer' }],
      ])
  })

  test('a second call is refused while the first is being requested', async () => {
    const shop = await openShop(app)
    const channelIds = [globalId('Channel', shop.widget.id)]
    await mutate(shop.desk.admin.execute, 'updateCallSettings', { enabled: true, balance: 2, channelIds })
    const { page } = await arrive(shop)
    const answers = await page.evaluate(() => {
      const number = '+44 20 7946 0018'
      return [window.svc_api?.startCall(number), window.svc_api?.startCall(number)]
    })
    const unavailable = { result: 'fail', reason: 'Callback unavaiable' }
    expect(answers).toEqual([OK, unavailable])
    await untilCalled(page, 'svc_onCallStart')
    expect(await callApi(page, 'startCall', '+44 20 7946 0018')).toEqual(unavailable)
    await expect.poll(() => namesOn(page), SOON).not.toContain('svc_onCallEnd')
  })

  test('a widget that is removed while it requests a call says nothing of it afterwards', async () => {
    const shop = await openShop(app)
    const channelIds = [globalId('Channel', shop.widget.id)]
    await mutate(shop.desk.admin.execute, 'updateCallSettings', { enabled: true, balance: 2, channelIds })
    const { page, call, visitor } = await arrive(shop)
    let isRequested = false
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/graphql$/, async (route) => {
      if (!route.request().postData()?.includes('requestCallback')) return route.fallback()
      const response = await route.fetch()
      isRequested = true
      await isAnswered
      await route.fulfill({ response })
    })
    expect(await call('startCall', '+44 20 7946 0018')).toEqual(OK)
    await expect.poll(() => isRequested, SOON).toBe(true)
    await page.evaluate(() => {
      window.svc_destroy?.()
      window.svc_init?.()
    })
    answer()
    // It is said after the call before it has been answered.
    await call('setContactInfo', { name: 'Ada' })
    await expect.poll(async () => (await visitor()).name, SOON).toBe('Ada')
    expect(await namesOn(page)).not.toContain('svc_onCallEnd')
  })

  test('the call form is call when the page opened it, chat/call from within the chat', async () => {
    const shop = await openShop(app)
    const channelIds = [globalId('Channel', shop.widget.id)]
    await mutate(shop.desk.admin.execute, 'updateCallSettings', { enabled: true, balance: 2, channelIds })
    const { page, call } = await arrive(shop)
    const states = async () => (await calledOn(page)).filter(([name]) => name === 'svc_onChangeState')
    const dialog = page.getByRole('dialog')
    expect(await call('open', { start: 'call' })).toEqual(OK)
    await dialog.getByRole('textbox', { name: 'Phone' }).waitFor(SOON)
    await dialog.getByRole('button', { name: 'Back to the conversation' }).click()
    await dialog.getByRole('textbox', { name: 'Write a message…' }).waitFor(SOON)
    await dialog.getByRole('button', { name: 'More' }).click()
    await dialog.getByRole('button', { name: 'Request a call' }).click()
    await dialog.getByRole('textbox', { name: 'Phone' }).waitFor(SOON)
    expect(await call('close')).toEqual(OK)
    const told = ['call', 'chat', 'chat/call', 'label'].map((state) => ['svc_onChangeState', state])
    await expect.poll(states, SOON).toEqual(told)
  })

  test('svc_onIntroduction is for the form, not for setContactInfo', async () => {
    const shop = await openShop(app, { contactsForm: 'BEFORE_CHAT', contactFields: ['NAME', 'EMAIL'] })
    const { page, call } = await arrive(shop)
    expect(await call('setContactInfo', { name: 'Ada' })).toEqual(OK)
    await page.waitForFunction(() => window.svc_api?.getContactInfo().name === 'Ada', null, SOON)
    expect(await call('open')).toEqual(OK)
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
    await expect.poll(() => namesOn(page), SOON).not.toContain('svc_onIntroduction')
    await page.getByRole('button', { name: 'Save' }).click()
    await untilCalled(page, 'svc_onIntroduction')
    expect(await call('getContactInfo')).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
    const introductions = (await namesOn(page)).filter((name) => name === 'svc_onIntroduction')
    expect(introductions).toHaveLength(1)
  })

  test('what was read before a change does not replace it', async () => {
    const { page, call } = await arrive(await openShop(app))
    let isRead = false
    let change = () => {}
    const isChanged = new Promise<void>((resolve) => {
      change = resolve
    })
    await page.route(/\/graphql$/, async (route) => {
      if (!route.request().postData()?.includes('fragment Visit on Visit{')) return route.fallback()
      const response = await route.fetch()
      isRead = true
      await isChanged
      await route.fulfill({ response })
    })
    const answered = call('isCallbackEnabled')
    await expect.poll(() => isRead, SOON).toBe(true)
    expect(await call('setContactInfo', { name: 'Ada' })).toEqual(OK)
    await page.waitForFunction(() => window.svc_api?.getContactInfo().name === 'Ada', null, SOON)
    change()
    await answered
    expect(await call('getContactInfo')).toMatchObject({ name: 'Ada' })
  })

  test('sendOfflineMessage checks what it is given, and stores it', async () => {
    const { call, desk } = await arrive()
    const refused = { result: 'fail', error: expect.any(String) }
    for (const wrong of [
      null,
      {},
      { message: 'Hello' },
      { email: 'ada@example.com' },
      { email: 'nobody', message: 'Hello' },
      { email: 'ada@example.com', phone: 'x', message: 'Hello' },
    ])
      expect(await call('sendOfflineMessage', wrong)).toEqual(refused)
    expect(
      await call('sendOfflineMessage', { name: 'Ada', email: 'ada@example.com', message: 'Write to me.' }),
    ).toEqual(OK)
    await expect
      .poll(() => app.services.db.offlineMessage.findFirst({ where: { accountId: desk.account.id } }), SOON)
      .toMatchObject({ name: 'Ada', email: 'ada@example.com', text: 'Write to me.' })
  })

  test('the additions do what the docs say', async () => {
    const { page, call, visitor, site } = await arrive()
    expect(await call('sendPageTitle', 'Blue chairs', true, 'https://shop.example/chairs')).toEqual(OK)
    await expect.poll(async () => (await visitor()).visit?.title, SOON).toBe('Blue chairs')
    expect((await visitor()).pageUrl).toBe('https://shop.example/chairs')
    expect(await call('sendPageTitle', 'Tables', true, 'tables?wood=oak')).toEqual(OK)
    await expect.poll(async () => (await visitor()).pageUrl, SOON).toBe(`${site.url}/tables?wood=oak`)
    expect(await call('sendPageTitle', 'Nowhere', true, 'https://')).toEqual(failed)
    expect(await call('setClientAttributes', { plan: 'pro', seats: 3 })).toEqual(OK)
    await expect
      .poll(async () => (await visitor()).visit?.attributes, SOON)
      .toEqual({ plan: 'pro', seats: 3 })
    expect(await call('setClientAttributes', 'x')).toEqual(failed)
    expect(await call('setWidgetColor', 'red')).toEqual(failed)
    expect(await call('setWidgetColor', '#0f766e', '#115e59')).toEqual(OK)
    await expect
      .poll(
        () => page.locator('.launcher').evaluate((button) => getComputedStyle(button).backgroundColor),
        SOON,
      )
      .toBe('rgb(15, 118, 110)')
    // What is on the button can be seen on any colour.
    for (const [color, picture] of [
      ['#fde047', 'rgb(0, 0, 0)'],
      ['#1a1f2b', 'rgb(255, 255, 255)'],
    ]) {
      expect(await call('setWidgetColor', color)).toEqual(OK)
      const shown = () =>
        page.locator('.launcher').evaluate((button) => getComputedStyle(button, '::before').borderTopColor)
      await expect.poll(shown, SOON).toBe(picture)
    }
    expect(await call('clearHistory')).toEqual(OK)
    await page.goto(`${site.url}/?utm_source=news&utm_campaign=spring`)
    await untilCalled(page, 'svc_onLoad')
    expect(await call('getUtm')).toEqual({ source: 'news', campaign: 'spring' })
  })
})
