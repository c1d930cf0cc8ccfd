import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../server/durations.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import {
  type Browser,
  makeWidget,
  openBrowser,
  openWidgetFeed,
  someAddress,
  write,
} from '../support/widget.ts'

/** The number of a department that another account has. */
const FOREIGN = 99

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  const operatorIds = desk.operators.map(({ user }) => user.id)
  widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  const { account: other } = await openDesk(app)
  await app.services.db.department.create({ data: { accountId: other.id, number: FOREIGN, name: 'Theirs' } })
})
afterAll(() => app.close())

const rowOf = ({ visitorNumber: number }: Browser) =>
  app.services.db.visitor.findUniqueOrThrow({
    where: { accountId_number: { accountId: desk.account.id, number } },
  })
const codes = ({ userErrors }: Data) => userErrors.map(({ code }: Data) => code)

describe('an offline message', () => {
  test('needs a text and a way to answer it, each checked', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const send = (input: object) =>
      mutate(browser.execute, 'sendOfflineMessage', { message: 'Call me', ...input })
    expect((await send({})).userErrors[0]).toMatchObject({ field: ['input', 'email'] })
    expect(codes(await send({ email: 'x' }))).toEqual(['INVALID'])
    expect(codes(await send({ phone: 'x' }))).toEqual(['INVALID'])
    expect(codes(await send({ email: 'ada@example.com', department: FOREIGN }))).toEqual(['NOT_FOUND'])
    expect(codes(await send({ email: 'ada@example.com', name: 'Ada\u0007\nLovelace' }))).toEqual([])
    const { id } = await rowOf(browser)
    const [stored, ...others] = await app.services.db.offlineMessage.findMany({ where: { visitorId: id } })
    expect(others).toEqual([])
    expect(stored).toMatchObject({
      text: 'Call me',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      pageUrl: 'https://shop.example/',
      channelId: widget.id,
    })
  })
})

test('an offline message whose answer was lost is one when it is sent again, another one is another', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const send = async (message: string) =>
    codes(await mutate(browser.execute, 'sendOfflineMessage', { message, email: 'ada@example.com' }))
  for (const message of ['Call me', 'Call me', 'Please call me']) expect(await send(message)).toEqual([])
  const { id: visitorId } = await rowOf(browser)
  const messages = await app.services.db.offlineMessage.findMany({ where: { visitorId } })
  expect(messages.map(({ text }) => text).sort()).toEqual(['Call me', 'Please call me'])
})

test('an offline message is the same on another page and at the same moment, and another one for a department', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const { number: department } = await app.services.db.department.create({
    data: { accountId: desk.account.id, name: randomUUID(), number: 41 },
  })
  const send = async (input: object = {}) =>
    codes(
      await mutate(browser.execute, 'sendOfflineMessage', {
        message: 'Call me',
        phone: '+4930123456',
        ...input,
      }),
    )
  expect(await Promise.all([send(), send(), send()])).toEqual([[], [], []])
  await mutate(browser.execute, 'viewPage', { page: { url: 'https://shop.example/shoes', title: 'Shoes' } })
  expect(await send({ description: 'VIP' })).toEqual([])
  expect(await send({ department })).toEqual([])
  const { id: visitorId, description } = await rowOf(browser)
  expect(description).toBe('VIP')
  const messages = await app.services.db.offlineMessage.findMany({
    where: { visitorId },
    orderBy: { createdAt: 'asc' },
  })
  expect(messages.map(({ departmentId }) => departmentId !== null)).toEqual([false, true])
})

test('an offline message with a description counts once, and both are kept', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  for (let time = 0; time < 59; time++) await mutate(browser.execute, 'setContactInfo', { name: 'Ada' })
  const input = { message: 'Call me', email: 'ada@example.com', description: ' VIP ' }
  expect(codes(await mutate(browser.execute, 'sendOfflineMessage', input))).toEqual([])
  const { id, description } = await rowOf(browser)
  expect(description).toBe('VIP')
  expect(await app.services.db.offlineMessage.count({ where: { visitorId: id } })).toBe(1)
  expect(codes(await mutate(browser.execute, 'sendOfflineMessage', input))).toEqual(['RATE_LIMITED'])
  expect(await app.services.db.offlineMessage.count({ where: { visitorId: id } })).toBe(1)
})

test('only what is taken counts towards the hour of a visitor, and calls count apart from messages', async () => {
  const { id: accountId } = desk.account
  const shop = await makeWidget(app.services, { accountId })
  const browser = await openBrowser(app.url, shop.publicId)
  const leave = (email: string) =>
    mutate(browser.execute, 'sendOfflineMessage', { message: 'Many', email }).then(codes)
  const ask = (phone: string) => mutate(browser.execute, 'requestCallback', { phone }).then(codes)
  for (let time = 0; time < 11; time++) {
    expect(await leave('nobody')).toEqual(['INVALID'])
    expect(await ask('---')).toEqual(['INVALID'])
    expect(await ask('+49 30 123456')).toEqual(['CALLBACK_DISABLED'])
  }
  for (let time = 0; time < 10; time++) expect(await leave('ada@example.com')).toEqual([])
  expect(await leave('ada@example.com')).toEqual(['RATE_LIMITED'])
  await app.services.db.callSettings.create({
    data: { accountId, enabled: true, balance: 20, channels: { create: { channelId: shop.id } } },
  })
  for (let time = 0; time < 10; time++) {
    expect(await ask(`+49 30 12345${time}`)).toEqual([])
    await app.services.db.call.updateMany({ where: { accountId }, data: { endedAt: new Date() } })
  }
  expect(await ask('+49 30 123456')).toEqual(['RATE_LIMITED'])
  await app.services.db.callSettings.delete({ where: { accountId } })
})

describe('a callback', () => {
  test('can be asked for 60 times a minute, also when it is refused', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const ask = () => mutate(browser.execute, 'requestCallback', { phone: '---' }).then(codes)
    for (let time = 0; time < 60; time++) expect(await ask()).toEqual(['INVALID'])
    expect(await ask()).toEqual(['RATE_LIMITED'])
  })

  /** A widget whose visitors can be called, and one of them who asks from an address. */
  async function openShop() {
    const { account } = await openDesk(app)
    const shop = await makeWidget(app.services, { accountId: account.id })
    await app.services.db.callSettings.create({
      data: {
        accountId: account.id,
        enabled: true,
        balance: 500,
        channels: { create: { channelId: shop.id } },
      },
    })
    const ask = async (phone: string, address = someAddress()) => {
      const { token } = await openBrowser(app.url, shop.publicId)
      return mutate(graphqlAs(app.url, { token, address }), 'requestCallback', { phone })
    }
    return { ask }
  }

  test('goes to one number only ten times an hour, whoever asks and however it is written', async () => {
    const { ask } = await openShop()
    for (let time = 0; time < 8; time++) expect(codes(await ask('+49 30 123456'))).toEqual([])
    for (const phone of ['0049 30 123456', '+49 (30) 12-34-56']) expect(codes(await ask(phone))).toEqual([])
    expect(codes(await ask('+4930123456'))).toEqual(['RATE_LIMITED'])
    expect(codes(await ask('+49 30 123457'))).toEqual([])
  })

  test('can be ordered 60 times an hour from one network; what is refused there does not count for its number', async () => {
    const { ask } = await openShop()
    const address = someAddress()
    for (let time = 0; time < 60; time++)
      expect(codes(await ask(`+49 30 1234${10 + time}`, address))).toEqual([])
    for (let time = 0; time < 4; time++)
      expect(codes(await ask('+49 30 123456', address))).toEqual(['RATE_LIMITED'])
    expect(codes(await ask('+49 30 123456'))).toEqual([])
  })

  test('can be ordered 300 times an hour on one channel', async () => {
    const { ask } = await openShop()
    for (let time = 0; time < 300; time++) expect(codes(await ask(`+49 30 12${1000 + time}`))).toEqual([])
    expect(codes(await ask('+49 30 654321'))).toEqual(['RATE_LIMITED'])
  })

  test('is answered in the contract’s words, and its states reach the visitor', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const ask = (phone: string, idempotencyKey?: string) =>
      mutate(browser.execute, 'requestCallback', { phone, idempotencyKey })
    const state = async () =>
      (await browser.execute('{ visit { widget { callback { state countries } } } }')).data.visit.widget
        .callback
    expect((await ask('+49 30 123456')).userErrors).toMatchObject([
      { code: 'CALLBACK_DISABLED', message: 'Callback disabled' },
    ])
    expect(await state()).toEqual({ state: 'DISABLED', countries: [] })
    const accountId = desk.account.id
    await app.services.db.callSettings.create({
      data: {
        accountId,
        enabled: true,
        balance: 5,
        countries: ['DE'],
        channels: { create: { channelId: widget.id } },
      },
    })
    expect(await state()).toEqual({ state: 'AVAILABLE', countries: ['DE'] })
    expect(codes(await ask('nothing'))).toEqual(['INVALID'])
    const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
    const key = randomUUID()
    expect(codes(await ask('030 123456', key))).toEqual([])
    await feed.waitFor('VisitCallChanged', ({ state }) => state === 'START')
    expect((await ask('030 123456')).userErrors).toMatchObject([
      { code: 'CALLBACK_UNAVAILABLE', message: 'Callback unavaiable' },
    ])
    // Its answer was lost.
    expect(codes(await ask('030 123456', key))).toEqual([])
    const { id: visitorId } = await rowOf(browser)
    expect(await app.services.db.call.findMany({ where: { visitorId } })).toMatchObject([{ id: key }])
    const other = await openBrowser(app.url, widget.publicId)
    const asked = await mutate(other.execute, 'requestCallback', { phone: '030 123457', idempotencyKey: key })
    expect(codes(asked)).toEqual(['CALLBACK_UNAVAILABLE'])
    expect((await state()).state).toBe('UNAVAILABLE')
    await feed.close()
  })
})

test('a rating that names its chat is of that one, also when another chat has begun, and of no stranger’s', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Hello')
  await mutate(desk.operators[0].execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  const later = await write(browser, 'One more thing')
  expect(later.chatId).not.toBe(chatId)
  const rate = (by: Browser) => mutate(by.execute, 'rateVisit', { chatId, rating: 'POSITIVE' })
  expect(codes(await rate(browser))).toEqual([])
  const ratings = await app.services.db.chat.findMany({
    where: { id: { in: [chatId, later.chatId] } },
    select: { id: true, rating: true },
  })
  expect(new Map(ratings.map(({ id, rating }) => [id, rating]))).toEqual(
    new Map([
      [chatId, 'POSITIVE'],
      [later.chatId, null],
    ]),
  )
  expect(codes(await rate(await openBrowser(app.url, widget.publicId)))).toEqual(['NOT_FOUND'])
})

describe('after a chat', () => {
  test('the visitor rates it, gets its log by mail, and clears what they see; operators keep it', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    expect(codes(await mutate(browser.execute, 'rateVisit', { rating: 'POSITIVE' }))).toEqual(['NOT_FOUND'])
    expect(codes(await mutate(browser.execute, 'requestChatLog', { email: 'ada@example.com' }))).toEqual([
      'NOT_FOUND',
    ])
    const { chatId } = await write(browser, 'Hello')
    const id = globalId('Chat', chatId)
    await mutate(desk.operators[0].execute, 'acceptChat', { chatId: id })
    await reply(desk.operators[0], chatId, 'Bye')
    await mutate(desk.operators[0].execute, 'closeChat', { chatId: id })
    const rated = await mutate(
      browser.execute,
      'rateVisit',
      { rating: 'POSITIVE', comment: 'Nice' },
      'chat { rating ratingComment status }',
    )
    expect(rated.chat).toEqual({ rating: 'POSITIVE', ratingComment: 'Nice', status: 'CLOSED' })
    const rate = async (input: Record<string, unknown>) =>
      (await mutate(browser.execute, 'rateVisit', input, 'chat { rating ratingComment }')).chat
    expect(await rate({ rating: 'NEGATIVE' })).toEqual({ rating: 'NEGATIVE', ratingComment: 'Nice' })
    expect(await rate({ rating: 'NEGATIVE', comment: null })).toEqual({
      rating: 'NEGATIVE',
      ratingComment: null,
    })
    expect(codes(await mutate(browser.execute, 'requestChatLog', { email: 'x' }))).toEqual(['INVALID'])
    expect(codes(await mutate(browser.execute, 'requestChatLog', { email: 'Ada@example.com' }))).toEqual([])
    const mail = await app.services.db.mail.findFirstOrThrow({ where: { recipient: 'ada@example.com' } })
    expect([mail.kind, mail.text]).toEqual(['CHAT_LOG', expect.stringContaining('Bye')])
    const read = async () =>
      (await browser.execute('{ visit { unreadCount history { clearedAt messages { text } } } }')).data.visit
    expect((await read()).history.clearedAt).toBeNull()
    await mutate(browser.execute, 'clearHistory')
    expect(await read()).toEqual({
      unreadCount: 0,
      history: { clearedAt: expect.any(String), messages: [] },
    })
    const { data: kept } = await desk.admin.execute(
      `{ node(id: "${id}") { ... on Chat { messages { nodes { text } } } } }`,
    )
    expect(kept.node.messages.nodes).toContainEqual({ text: 'Bye' })
    const next = await write(browser, 'Again')
    expect(next.chatId).not.toBe(chatId)
  })

  test('history is read backwards over all chats, page by page', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const texts = Array.from({ length: 9 }, (_, index) => `${index}`)
    for (const text of texts) {
      const { chatId } = await write(browser, text)
      if (Number(text) % 3 === 2)
        await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
    }
    const read: string[] = []
    let before: string | null = null
    do {
      const query = `query ($before: String) { visit { history(last: 4, before: $before) { earlier messages { text } } } }`
      const { data }: Data = await browser.execute(query, { before })
      const { messages, earlier } = data.visit.history
      read.unshift(...messages.map(({ text }: Data) => text))
      before = earlier
    } while (before)
    expect(read).toEqual(texts)
    for (const wrong of ['', 'x', '1', '1.x', '-1.1']) {
      const { errors } = await browser.execute(`{ visit { history(before: "${wrong}") { earlier } } }`)
      expect(errors?.[0]?.extensions?.code).toBe('INVALID_CURSOR')
    }
  })
})

test('a message that is sent twice, also at the same time, is one', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const input = { idempotencyKey: randomUUID(), text: 'Once' }
  const send = () => mutate(browser.execute, 'sendVisitorMessage', input, 'message { id seq }')
  const [first, ...others] = await Promise.all([send(), send(), send()])
  expect(first.message).toMatchObject({ id: input.idempotencyKey })
  for (const other of others) expect(other).toEqual(first)
  expect(await send()).toEqual(first)
  const different = await mutate(browser.execute, 'sendVisitorMessage', { ...input, text: 'Twice' })
  expect(codes(different)).toEqual(['IDEMPOTENCY_KEY_REUSED'])
})

test('a key belongs to the button that was pressed, too, and not to what had invited to write', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const send = (input: Record<string, unknown>) =>
    mutate(browser.execute, 'sendVisitorMessage', input, 'message { id seq }')
  const input = { idempotencyKey: randomUUID(), text: 'Yes', buttonId: 'yes', invite: 'Need help?' }
  const first = await send(input)
  expect(first.message.id).toBe(input.idempotencyKey)
  // The page may ask something else by the time that the message is sent again.
  for (const invite of ['Questions?', null]) expect(await send({ ...input, invite })).toEqual(first)
  for (const other of [{ buttonId: 'no' }, { buttonId: null }]) {
    expect(codes(await send({ ...input, ...other }))).toEqual(['IDEMPOTENCY_KEY_REUSED'])
  }
})

test('everything that is wrong with a message is told at once, and nothing of it is stored', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const places = async (mutation: string, input: object) => {
    const { userErrors } = await mutate(browser.execute, mutation, { ...input, department: FOREIGN })
    return userErrors.map(({ code, field }: Data) => `${code} ${field.slice(1).join('.')}`).sort()
  }
  expect(await places('sendVisitorMessage', { idempotencyKey: randomUUID(), text: ' ' })).toEqual([
    'BLANK text',
    'NOT_FOUND department',
  ])
  const withFile = { idempotencyKey: randomUUID(), fileId: randomUUID(), text: 'a\u0000' }
  expect(await places('sendVisitorMessage', withFile)).toEqual([
    'INVALID text',
    'NOT_FOUND department',
    'NOT_FOUND fileId',
  ])
  const left = { message: 'Call me', email: 'x', phone: 'x', name: 'a\u0000' }
  expect(await places('sendOfflineMessage', left)).toEqual([
    'INVALID email',
    'INVALID name',
    'INVALID phone',
    'NOT_FOUND department',
  ])
  const { id: visitorId } = await rowOf(browser)
  const { chat, offlineMessage } = app.services.db
  expect([
    await chat.count({ where: { visitorId } }),
    await offlineMessage.count({ where: { visitorId } }),
  ]).toEqual([0, 0])
})

test('the department of a new chat does not matter in a chat that is open, nor for a message that is stored', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const input = { idempotencyKey: randomUUID(), text: 'Hello' }
  const send = (more: object) =>
    mutate(browser.execute, 'sendVisitorMessage', { ...input, ...more }, 'message { id }')
  const first = await send({})
  expect((await send({ idempotencyKey: randomUUID(), department: FOREIGN })).userErrors).toEqual([])
  await app.services.db.chat.updateMany({
    where: { visitorId: (await rowOf(browser)).id },
    data: { status: 'CLOSED', closedAt: new Date() },
  })
  expect(await send({ department: FOREIGN })).toEqual(first)
  expect(codes(await send({ idempotencyKey: randomUUID(), department: FOREIGN }))).toEqual(['NOT_FOUND'])
})

test('a text is cut to 1000 characters, a blank one is refused, and a paused widget takes none', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const send = (text: string) =>
    mutate(browser.execute, 'sendVisitorMessage', { idempotencyKey: randomUUID(), text }, 'message { text }')
  expect((await send('😀'.repeat(1_200))).message.text).toBe('😀'.repeat(1_000))
  expect(codes(await send('  '))).toEqual(['BLANK'])
  const paused = await makeWidget(app.services, { accountId: desk.account.id })
  const other = await openBrowser(app.url, paused.publicId)
  const feed = await openWidgetFeed(app.url, other.token)
  await feed.waitFor('WidgetStatusChanged', ({ paused }) => !paused)
  await mutate(desk.admin.execute, 'pauseChannel', { id: globalId('Channel', paused.id) })
  // Whoever has it open is told.
  await feed.waitFor('WidgetStatusChanged', ({ paused }) => paused)
  await feed.close()
  const refused = await mutate(other.execute, 'sendVisitorMessage', {
    idempotencyKey: randomUUID(),
    text: 'x',
  })
  expect(codes(refused)).toEqual(['CHANNEL_PAUSED'])
})

test('what a blacklisted visitor writes looks as sent to them, and reaches nobody', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const { id } = await rowOf(browser)
  await mutate(desk.admin.execute, 'blacklistVisitor', { id: globalId('Visitor', id), reason: 'spam' })
  expect(await write(browser, 'Buy!')).toMatchObject({ text: 'Buy!', author: 'VISITOR' })
  expect(await app.services.db.chat.count({ where: { visitorId: id } })).toBe(0)
})

describe('an invitation of an operator', () => {
  test('reaches the visitor, and their answer opens a chat with that operator while they are there', async () => {
    const [operator] = desk.operators
    const browser = await openBrowser(app.url, widget.publicId)
    const { id } = await rowOf(browser)
    const feed = await openWidgetFeed(app.url, browser.token, { after: '0' })
    const screen = openSocket(app.url, { cookie: operator.cookie })
    await screen.execute('{ viewer { email } }')
    const invite = (text: string) =>
      mutate(
        operator.execute,
        'inviteVisitor',
        { visitorId: globalId('Visitor', id), text },
        'visitor { number }',
      )
    expect(codes(await invite(' '))).toEqual(['BLANK'])
    await invite('Hello?')
    await invite('Can I help?')
    const { invitation } = await feed.waitFor(
      'VisitInvitationReceived',
      (event) => event.invitation?.text === 'Can I help?',
    )
    expect(invitation.operator).toEqual({ name: operator.user.name })
    const shown = async () =>
      (await browser.execute('{ visit { invitation { text } } }')).data.visit.invitation
    expect(await shown()).toEqual({ text: 'Can I help?' })
    const { chatId } = await write(browser, 'Yes', { invite: 'Can I help?' })
    const chat = await app.services.db.chat.findUniqueOrThrow({
      where: { id: chatId },
      include: { members: true, messages: { where: { author: 'VISITOR' } } },
    })
    expect(chat).toMatchObject({
      status: 'ACTIVE',
      members: [{ userId: operator.user.id }],
      messages: [{ text: 'Yes', invite: 'Can I help?' }],
    })
    const { data } = await browser.execute('{ visit { history { messages { text invite } } } }')
    expect(data.visit.history.messages).toEqual([{ text: 'Yes', invite: 'Can I help?' }])
    await feed.waitFor('VisitInvitationEnded', ({ invitationId }) => invitationId === invitation.id)
    expect(await shown()).toBeNull()
    expect(codes(await invite('Again?'))).toEqual(['CHAT_OPEN'])
    await Promise.all([feed.close(), screen.close()])
  })

  test('is one, however many operators invite at the same moment', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const { id } = await rowOf(browser)
    const invite = (text: string) =>
      mutate(desk.operators[0].execute, 'inviteVisitor', { visitorId: globalId('Visitor', id), text })
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(invite))
    expect(answers.flatMap(codes)).toEqual([])
    expect(await app.services.db.visitInvitation.count({ where: { visitorId: id } })).toBe(1)
  })

  test('is shown to another operator who opens the visitor, and gone when the visitor has answered', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const { id } = await rowOf(browser)
    const fields = 'details { invitation { text operator { name } } }'
    const read = async () =>
      (await desk.admin.execute(`{ visitor(by: { number: ${browser.visitorNumber} }) { ${fields} } }`)).data
        .visitor.details.invitation
    const screen = openSocket(app.url, { cookie: desk.admin.cookie })
    const told = screen.collect(
      `subscription ($id: ID!) { visitChanges(visitorId: $id) { visitor { ${fields} } } }`,
      { id: globalId('Visitor', id) },
    )
    await screen.execute('{ viewer { email } }')
    const latest = () => told.map(({ visitChanges }) => visitChanges.visitor.details.invitation).at(-1)
    expect(await read()).toBeNull()
    const [{ user, execute }] = desk.operators
    await mutate(execute, 'inviteVisitor', { visitorId: globalId('Visitor', id), text: 'Can I help?' })
    const shown = { text: 'Can I help?', operator: { name: user.name } }
    expect(await read()).toEqual(shown)
    await expect.poll(latest).toEqual(shown)
    const { data } = await browser.execute('{ visit { invitation { id } } }')
    await mutate(browser.execute, 'dismissVisitInvitation', { invitationId: data.visit.invitation.id })
    expect(await read()).toBeNull()
    await expect.poll(latest).toBeNull()
    await screen.close()
  })

  test('of one who has gone leaves the chat waiting in the department, and no bot comes between', async () => {
    const accountId = desk.account.id
    const { id: departmentId } = await app.services.db.department.create({
      data: { accountId, name: randomUUID(), number: 11 },
    })
    const alone = await makeWidget(app.services, { accountId })
    const browser = await openBrowser(app.url, alone.publicId)
    const { id } = await rowOf(browser)
    await mutate(desk.admin.execute, 'inviteVisitor', {
      visitorId: globalId('Visitor', id),
      text: 'Hello?',
      departmentId: globalId('Department', departmentId),
    })
    const { chatId } = await write(browser, 'Yes')
    expect(await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })).toMatchObject({
      status: 'QUEUED',
      departmentId,
      botId: null,
    })
  })

  test('that is closed is not shown again', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    const { id } = await rowOf(browser)
    await mutate(desk.admin.execute, 'inviteVisitor', { visitorId: globalId('Visitor', id), text: 'Hello?' })
    const { data } = await browser.execute('{ visit { invitation { id } } }')
    await mutate(browser.execute, 'dismissVisitInvitation', { invitationId: data.visit.invitation.id })
    expect((await browser.execute('{ visit { invitation { id } } }')).data.visit.invitation).toBeNull()
  })
})

describe('triggers', () => {
  const rules = {
    rules: [
      {
        id: 'hello',
        name: 'Hello',
        conditions: [
          { type: 'time_on_page', seconds: 10 },
          { type: 'page_url', operator: 'contains', value: '/shoes' },
        ],
        actions: [{ type: 'invite', text: 'Need help?', department_id: 1 }],
      },
    ],
  }

  test('are checked as a whole, stored with their defaults, given to the widget and counted', async () => {
    const id = globalId('Channel', widget.id)
    const set = (value: unknown) =>
      mutate(desk.admin.execute, 'updateChannel', { id, settings: { widget: { rules: value } } })
    for (const wrong of [
      [],
      { rules: [{ ...rules.rules[0], id: '<b>' }] },
      { rules: [{ ...rules.rules[0], conditions: [] }] },
      { rules: [{ ...rules.rules[0], conditions: [{ type: 'nothing' }] }] },
      { rules: [{ ...rules.rules[0], actions: [{ type: 'call_function', name: 'alert(1)' }] }] },
      { rules: [...rules.rules, ...rules.rules] },
      { rules: Array.from({ length: 51 }, (_, index) => ({ ...rules.rules[0], id: `${index}` })) },
    ]) {
      const { userErrors } = await set(wrong)
      expect(userErrors.length).toBeGreaterThan(0)
      expect(userErrors[0].field.slice(0, 4)).toEqual(['input', 'settings', 'widget', 'rules'])
    }
    expect(codes(await set(rules))).toEqual([])
    const browser = await openBrowser(app.url, widget.publicId)
    const { data } = await browser.execute('{ visit { widget { rules } } }')
    expect(data.visit.widget.rules).toEqual({ rules: [{ ...rules.rules[0], enabled: true, repeat: 'once' }] })
    for (const event of ['SHOWN', 'SHOWN', 'ANSWERED'])
      await mutate(browser.execute, 'countTrigger', { ruleId: 'hello', event })
    await mutate(browser.execute, 'countTrigger', { ruleId: 'made up', event: 'SHOWN' })
    const { data: counted } = await desk.admin.execute(
      `{ channel(id: "${id}") { settings { ... on WidgetSettings { triggerCounts { ruleId shown answered } } } } }`,
    )
    expect(counted.channel.settings.triggerCounts).toEqual([{ ruleId: 'hello', shown: 2, answered: 1 }])
    // Reports have them by day; at midnight they are of two.
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10))
    const { data: reported } = await desk.admin.execute(
      'query ($from: String!, $to: String!) { report(from: $from, to: $to) { contacts { automaticInvitations answeredAutomaticInvitations } } }',
      { from, to },
    )
    expect(reported.report.contacts).toEqual({ automaticInvitations: 2, answeredAutomaticInvitations: 1 })
  })

  test.each([
    ['its name', { ...rules.rules[0], name: 'a\u0000' }, ['name']],
    [
      'a condition',
      {
        ...rules.rules[0],
        conditions: [{ type: 'page_title', operator: 'is', value: 'a\u0000' }],
      },
      ['conditions', '0', 'value'],
    ],
    [
      'an invitation',
      { ...rules.rules[0], actions: [{ type: 'invite', text: 'a\u0000' }] },
      ['actions', '0', 'text'],
    ],
  ])('with NUL in %s are refused with the place', async (_name, rule, place) => {
    const settings = { widget: { rules: { rules: [rule] } } }
    const refusal = {
      code: 'INVALID',
      field: ['input', 'settings', 'widget', 'rules', 'rules', '0', ...place],
    }
    const { execute } = desk.admin
    const id = globalId('Channel', widget.id)
    expect((await mutate(execute, 'updateChannel', { id, settings })).userErrors).toMatchObject([refusal])
    const input = { name: 'Shop', operatorIds: [], settings }
    expect((await mutate(execute, 'createChannel', input)).userErrors).toMatchObject([refusal])
  })

  test('keep a text with half of a surrogate pair as every other text does', async () => {
    const id = globalId('Channel', widget.id)
    const [rule] = rules.rules
    const halves = { ...rule, name: 'a\ud83d', actions: [{ type: 'invite', text: '\udc00b' }] }
    const { channel, userErrors } = await mutate(
      desk.admin.execute,
      'updateChannel',
      { id, settings: { widget: { rules: { rules: [halves] } } } },
      'channel { settings { ... on WidgetSettings { rules } } }',
    )
    expect(userErrors).toEqual([])
    expect(channel.settings.rules.rules).toMatchObject([{ name: 'a\ufffd', actions: [{ text: '\ufffdb' }] }])
  })
})

test('an admin makes a widget with its settings and changes some of them', async () => {
  const settings = `channel { id kind publicId settings { ... on WidgetSettings { color position locale title greeting origins
    contactsForm contactFields requiredFields offlineForm theme sound rules scriptUrl } } }`
  const input = {
    name: 'Shop',
    operatorIds: [],
    settings: { widget: { color: '#FF0000', origins: ['https://shop.example/path', 'www.shop.example'] } },
  }
  const created = (await mutate(desk.admin.execute, 'createChannel', input, settings)).channel
  expect(created).toMatchObject({
    kind: 'WIDGET',
    settings: {
      color: '#ff0000',
      position: 'RIGHT',
      origins: ['https://shop.example', 'https://www.shop.example'],
      contactFields: ['NAME', 'EMAIL'],
      scriptUrl: expect.stringContaining(`/widget/${created.publicId}`),
    },
  })
  const change = (widgetInput: object) =>
    mutate(
      desk.admin.execute,
      'updateChannel',
      { id: created.id, settings: { widget: widgetInput } },
      settings,
    )
  const { channel } = await change({ title: ' Hi ', position: 'LEFT', contactsForm: 'BEFORE_CHAT' })
  expect(channel.settings).toMatchObject({ title: 'Hi', position: 'LEFT', color: '#ff0000' })
  expect((await change({ title: '' })).channel.settings.title).toBeNull()
  const wrong = await change({ color: 'red', locale: '!', greeting: 'x'.repeat(501), origins: ['ftp://x'] })
  expect(wrong.userErrors.map(({ field }: Data) => field[3]).toSorted()).toEqual([
    'color',
    'greeting',
    'locale',
    'origins',
  ])
})
