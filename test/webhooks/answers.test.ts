import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { keepCrmAnswer } from '../../server/domain/webhooks/answers/keep-crm-answer.ts'
import type { CrmReading } from '../../server/domain/webhooks/answers/read-crm-answer.ts'
import { transact } from '../../server/events/transact.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import type { Answerer } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'
import { acceptedChat, type Crm, openWebhookStage, type WebhookStage } from './support.ts'
import { webhooksWaiting } from './webhooks-waiting.ts'

let stage: WebhookStage
/** Between attempts. */
let waitMs: number | null = null
beforeAll(async () => {
  stage = await openWebhookStage(webhooksWaiting(() => waitMs))
})
afterAll(() => stage.close())

const FIELDS = `endpointName state reason customData { title key content link } enableAssign crmLink pageUrl pageTitle
  assignState assignReason assignedBy { name }`

async function crmOf({ desk }: Crm, { id }: { id: string }): Promise<Data[]> {
  const query = `query ($id: ID!) { node(id: $id) { ... on Chat { crm { ${FIELDS} } } } }`
  const { data } = await desk.operators[0].execute(query, { id: globalId('Chat', id) })
  return data.node.crm
}

async function answerOf(crm: Crm, chat: { id: string }, state: string): Promise<Data> {
  return until(async () => {
    const [answer] = await crmOf(crm, chat)
    expect(answer?.state).toBe(state)
    return answer
  })
}

/** An endpoint that answers so, with crm.example as the only safe host. */
async function openAnswering(answer: Answerer): Promise<Crm> {
  const crm = await stage.openCrm()
  const input = { safeUrls: ['https://CRM.example/cards'] }
  await mutate(crm.desk.admin.execute, 'updateDeveloperSettings', input)
  crm.receiver.answer(answer)
  return crm
}

const FULL = {
  result: 'OK',
  custom_data: [
    { title: 'Plan', content: 'Gold <b>', key: 'Level', link: 'https://www.crm.example/plan' },
    { title: 'Bad', content: 'away', link: 'https://evil.example/' },
    { content: 5 },
    'nothing',
  ],
  contact_info: { name: 'Anna CRM', phone: '+1', email: 'anna@crm.example' },
  enable_assign: true,
  crm_link: 'https://crm.example/cards/7',
  page: { url: 'https://crm.example/page' },
}

test('contact details of an answer do not undo what the visitor says at the same moment', async () => {
  const { db } = stage.services
  const desk = await openDesk(stage)
  await desk.say('visitor', 'Hello')
  const { id: chatId, visitorId } = await desk.chatOf('visitor')
  const { id: accountId } = desk.account
  const endpoint = await db.webhookEndpoint.create({
    data: {
      accountId,
      name: 'CRM',
      url: 'https://crm.example',
      events: [],
      secretEncrypted: Buffer.alloc(1),
    },
  })
  const { answered } = await db.$transaction(async (tx) => {
    await tx.visitor.update({ where: { id: visitorId }, data: { name: 'Ada' } })
    const answered = transact(stage.services, (work) =>
      keepCrmAnswer(work, {
        accountId,
        chatId,
        endpointId: endpoint.id,
        event: 'chat_accepted',
        reading: { result: 'ok', content: { contactInfo: { name: 'Anna CRM' } }, notes: [] },
      }),
    )
    await untilLocked(db, '"Visitor"')
    return { answered }
  })
  await answered
  const { name, told } = await db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  expect({ name, told }).toEqual({ name: 'Anna CRM', told: { name: 'Ada' } })
})

test('what an endpoint answers is shown, without links to other hosts, and the log says so', async () => {
  const crm = await openAnswering({ body: JSON.stringify(FULL), headers: { 'content-type': 'text/html' } })
  const chat = await acceptedChat(crm)
  expect(await answerOf(crm, chat, 'SHOWN')).toEqual({
    endpointName: 'CRM',
    state: 'SHOWN',
    reason: null,
    customData: [
      { title: 'Plan', key: 'Level', content: 'Gold <b>', link: 'https://www.crm.example/plan' },
      { title: 'Bad', key: null, content: 'away', link: null },
      { title: null, key: null, content: '5', link: null },
    ],
    enableAssign: true,
    crmLink: 'https://crm.example/cards/7',
    pageUrl: 'https://crm.example/page',
    pageTitle: '',
    assignState: null,
    assignReason: null,
    assignedBy: null,
  })
  const [item] = await crm.items()
  expect(item?.note).toBe('A link in custom_data was removed: its host is not in the list of safe URLs.')
})

test('contact_info is stored with the visitor and causes no chat_updated', async () => {
  const crm = await openAnswering({ body: FULL })
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  const { visitor } = await stage.services.db.chat.findUniqueOrThrow({
    where: { id: chat.id },
    include: { visitor: true },
  })
  expect(visitor).toMatchObject({ name: 'Anna CRM', phone: '+1', email: 'anna@crm.example' })
  expect((await crm.items()).map(({ event }) => event)).toEqual(['chat_accepted'])
})

test('a client that tells the same as before does not undo contact_info, and causes no chat_updated', async () => {
  const crm = await openAnswering({ body: { result: 'ok', contact_info: { name: 'Anna CRM' } } })
  const write = (name: string) =>
    crm.desk.post({ sender: { id: 'visitor', name }, message: { type: 'text', text: 'Hello' } })
  await write('Anna')
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  await write('Anna')
  const visitor = () =>
    stage.services.db.visitor.findFirstOrThrow({ where: { chats: { some: { id: chat.id } } } })
  expect((await visitor()).name).toBe('Anna CRM')
  expect((await crm.items()).map(({ event }) => event)).toEqual(['chat_accepted'])
  await write('Anne')
  expect((await visitor()).name).toBe('Anne')
  await crm.waitFor('chat_updated')
})

test('the history of a visitor says what contact_info has changed, and whose answer it was in', async () => {
  const crm = await openAnswering({ body: { ...FULL, contact_info: { name: 'Anna CRM' } } })
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  const query = `query ($id: ID!) { node(id: $id) { ... on Chat { visitor { history(first: 5) { nodes {
    action note actor { id } changes { field before after } } } } } } }`
  const { data } = await crm.desk.operators[0].execute(query, { id: globalId('Chat', chat.id) })
  expect(data.node.visitor.history.nodes).toEqual([
    {
      action: 'VISITOR_UPDATED',
      note: 'From the answer of CRM.',
      actor: null,
      changes: [{ field: 'name', before: null, after: 'Anna CRM' }],
    },
  ])
})

test('an empty list of safe URLs removes every link', async () => {
  const crm = await stage.openCrm()
  crm.receiver.answer({ body: FULL })
  const chat = await acceptedChat(crm)
  const answer = await answerOf(crm, chat, 'SHOWN')
  expect([answer.crmLink, answer.pageUrl, answer.customData[0].link]).toEqual([null, null, null])
})

test('a link that is too long is removed rather than cut, and the log says so', async () => {
  const longest = `https://crm.example/${'a'.repeat(1_980)}`
  const crm = await openAnswering({ body: { ...FULL, crm_link: `${longest}a`, page: { url: longest } } })
  const chat = await acceptedChat(crm)
  expect(await answerOf(crm, chat, 'SHOWN')).toMatchObject({ crmLink: null, pageUrl: longest })
  const [item] = await crm.items()
  expect(item?.note).toContain('A link in crm_link was removed: it has more than 2,000 characters.')
})

test.for<[string, Answerer, state: string, reason: string | null]>([
  ['an empty 200', {}, 'EMPTY', null],
  ['XML', { body: '<ok/>' }, 'EMPTY', null],
  ['no result', { body: { custom_data: [{ title: 'x' }] } }, 'EMPTY', null],
  ['the result null', { body: { ...FULL, result: null } }, 'EMPTY', null],
  ['a blank result', { body: { ...FULL, result: ' ' } }, 'EMPTY', null],
  ['ok and no more', { body: { result: 'Ok' } }, 'EMPTY', null],
  [
    'a result that is an object',
    { body: { ...FULL, result: { toString: 1 } } },
    'FAILED',
    'It answered: {"toString":1}',
  ],
  ['FAILURE', { body: { ...FULL, result: 'FAILURE' } }, 'FAILED', 'It answered FAILURE.'],
  [
    'an error message',
    { body: { ...FULL, result: 'no such client' } },
    'FAILED',
    'It answered: no such client',
  ],
  ['500', { status: 500 }, 'FAILED', 'The endpoint answered with HTTP 500.'],
  [
    'a redirect',
    { status: 302, headers: { location: '/' } },
    'FAILED',
    'The endpoint answered with HTTP 302.',
  ],
])(
  'when an endpoint answers with %s, operators see why nothing is shown',
  async ([, answer, state, reason]) => {
    const crm = await openAnswering(answer)
    const chat = await acceptedChat(crm)
    expect(await answerOf(crm, chat, state)).toMatchObject({ reason, customData: [], crmLink: null })
  },
)

test('operators see that an endpoint is asked, live, and after 5 s that it did not answer', async () => {
  const crm = await openAnswering({ hang: true })
  const feed = openFeed(stage.url, { cookie: crm.desk.operators[0].cookie })
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'ASKING')
  const { reason } = await answerOf(crm, chat, 'FAILED')
  expect(reason).toMatch(/did not answer within 5000 ms/)
  await until(() => expect(JSON.stringify(feed.events)).toContain('CrmAnswerUpdated'))
  await feed.close()
})

test('an answer to chat_updated changes what it names, and leaves the rest', async () => {
  const crm = await openAnswering({ body: FULL })
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  crm.receiver.answer({ body: { result: 'ok', custom_data: [{ title: 'New' }] } })
  await crm.desk.post({ sender: { id: 'visitor', name: 'Anna' }, message: { type: 'text', text: 'x' } })
  await until(async () => {
    const [answer] = await crmOf(crm, chat)
    expect(answer.customData).toMatchObject([{ title: 'New' }])
    expect(answer.crmLink).toBe('https://crm.example/cards/7')
  })
})

test('an error and a failure that answer chat_updated leave what is shown', async () => {
  waitMs = 100
  onTestFinished(() => {
    waitMs = null
  })
  const crm = await openAnswering({ body: FULL })
  const chat = await acceptedChat(crm)
  const shown = await answerOf(crm, chat, 'SHOWN')
  let asked = 0
  crm.receiver.answer(() => (++asked === 1 ? { status: 500 } : { body: { result: 'FAILURE' } }))
  await crm.desk.post({ sender: { id: 'visitor', name: 'Anna' }, message: { type: 'text', text: 'x' } })
  await until(async () =>
    expect((await crm.items()).at(-1)).toMatchObject({ event: 'chat_updated', state: 'SENT', attempts: 2 }),
  )
  expect(await crmOf(crm, chat)).toEqual([shown])
})

test('a chat that was bound to a card has to be bound to another one anew', async () => {
  const { chat } = await openCard()
  const where = { chatId: chat.id }
  const { crmAnswer } = stage.services.db
  await crmAnswer.updateMany({ where, data: { assignState: 'ASSIGNED' } })
  const { accountId, endpointId } = await crmAnswer.findFirstOrThrow({ where })
  const told = async (crmLink: string) => {
    const reading: CrmReading = { result: 'ok', content: { crmLink }, notes: [] }
    await transact(stage.services, (work) =>
      keepCrmAnswer(work, { accountId, endpointId, ...where, event: 'chat_updated', reading }),
    )
    return (await crmAnswer.findFirstOrThrow({ where })).assignState
  }
  expect([await told(FULL.crm_link), await told('https://crm.example/cards/8')]).toEqual(['ASSIGNED', null])
})

test('binding a chat sends chat_assigned once, and shows the outcome', async () => {
  const crm = await openAnswering({ body: FULL })
  const [operator] = crm.desk.operators
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  const input = { chatId: globalId('Chat', chat.id), endpointId: crm.endpointId }
  crm.receiver.answer({ body: { result: 'FAILURE' } })
  expect((await mutate(operator.execute, 'assignChat', input)).userErrors).toEqual([])
  await until(async () =>
    expect((await crmOf(crm, chat))[0]).toMatchObject({
      assignState: 'FAILED',
      assignReason: 'It answered FAILURE.',
      assignedBy: { name: operator.user.name },
    }),
  )
  crm.receiver.answer({ body: { result: 'ok' } })
  await Promise.all([1, 2].map(() => mutate(operator.execute, 'assignChat', input)))
  await until(async () => expect((await crmOf(crm, chat))[0]).toMatchObject({ assignState: 'ASSIGNED' }))
  await mutate(operator.execute, 'assignChat', input)
  const bodies = crm.bodies('chat_assigned')
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toMatchObject({
    event_name: 'chat_assigned',
    chat_id: chat.number,
    assign_to: 'https://crm.example/cards/7',
    agent: { name: operator.user.name },
  })
})

test('while an endpoint fails, operators see it, and pressing again makes the next attempt at once', async () => {
  waitMs = 3_600_000
  onTestFinished(() => {
    waitMs = null
  })
  const crm = await openAnswering({ body: FULL })
  const [operator] = crm.desk.operators
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  const input = { chatId: globalId('Chat', chat.id), endpointId: crm.endpointId }
  crm.receiver.answer({ status: 500 })
  await mutate(operator.execute, 'assignChat', input)
  await until(async () =>
    expect((await crmOf(crm, chat))[0]).toMatchObject({
      assignState: 'PENDING',
      assignReason: 'The endpoint answered with HTTP 500.',
    }),
  )
  crm.receiver.answer({ body: { result: 'ok' } })
  await Promise.all([1, 2].map(() => mutate(operator.execute, 'assignChat', input)))
  await until(async () =>
    expect((await crmOf(crm, chat))[0]).toMatchObject({ assignState: 'ASSIGNED', assignReason: null }),
  )
  const ids = (await crm.waitFor('chat_assigned', 2)).map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([ids[0], ids[0]])
})

test('while an endpoint is switched off, there is no card to bind', async () => {
  const crm = await openAnswering({ body: FULL })
  const chat = await acceptedChat(crm)
  expect((await answerOf(crm, chat, 'SHOWN')).enableAssign).toBe(true)
  await mutate(crm.desk.admin.execute, 'updateWebhookEndpoint', { id: crm.endpointId, enabled: false })
  expect((await answerOf(crm, chat, 'SHOWN')).enableAssign).toBe(false)
})

/** A chat with a card, and how it is bound. */
async function openCard() {
  const crm = await openAnswering({ body: FULL })
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  const input = { chatId: globalId('Chat', chat.id), endpointId: crm.endpointId }
  const assign = () => mutate(crm.desk.operators[0].execute, 'assignChat', input)
  const change = { id: crm.endpointId, enabled: false }
  const switchOff = () => mutate(crm.desk.admin.execute, 'updateWebhookEndpoint', change)
  return { crm, chat, assign, switchOff }
}

test('a chat that is bound while the endpoint is switched off does not wait for ever', async () => {
  const { crm, chat, assign, switchOff } = await openCard()
  const { db } = stage.services
  const answer = Prisma.sql`SELECT 1 FROM "CrmAnswer" WHERE "chatId" = ${chat.id}::uuid FOR UPDATE`
  crm.receiver.answer({ status: 500 })
  const { both } = await whileHeld(db, answer, async () => {
    const assigning = assign()
    await untilLocked(db, 'UPDATE "public"."CrmAnswer"')
    const switching = switchOff()
    await Promise.race([switching, untilLocked(db, '"WebhookEndpoint"')])
    return { both: [assigning, switching] }
  })
  expect((await Promise.all(both)).map(({ userErrors }) => userErrors)).toEqual([[], []])
  await until(async () => expect((await crmOf(crm, chat))[0]).toMatchObject({ assignState: 'FAILED' }))
})

test('an attempt to bind a chat during which the endpoint is switched off leaves nothing waiting', async () => {
  waitMs = 100
  onTestFinished(() => {
    waitMs = null
  })
  const { crm, chat, assign, switchOff } = await openCard()
  crm.receiver.answer(async () => {
    await switchOff()
    return { status: 500 }
  })
  await assign()
  await until(async () => {
    const where = { chatId: chat.id, event: 'chat_assigned' }
    expect(await stage.services.db.outboxItem.findFirst({ where })).toMatchObject({ state: 'SKIPPED' })
  })
  expect((await crmOf(crm, chat))[0]).toMatchObject({ assignState: 'FAILED' })
})

test('without enable_assign there is no card to bind', async () => {
  const crm = await openAnswering({ body: { ...FULL, enable_assign: false } })
  const chat = await acceptedChat(crm)
  await answerOf(crm, chat, 'SHOWN')
  const input = { chatId: globalId('Chat', chat.id), endpointId: crm.endpointId }
  const { userErrors } = await mutate(crm.desk.operators[0].execute, 'assignChat', input)
  expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'endpointId'] }])
})

test('what several endpoints answer is shown endpoint by endpoint', async () => {
  const first = await openAnswering({ body: { result: 'ok', custom_data: [{ title: 'First' }] } })
  const second = await stage.openCrm({ desk: first.desk })
  second.receiver.answer({ status: 500 })
  const chat = await acceptedChat(first)
  await until(async () =>
    expect((await crmOf(first, chat)).map(({ state }) => state)).toEqual(['SHOWN', 'FAILED']),
  )
})

test('an answer of any size is bounded: 50 items, 2000 characters, and nothing above 64 KiB', async () => {
  const many = Array.from({ length: 60 }, () => ({ title: 'x' }))
  const crm = await openAnswering({
    body: { result: 'ok', custom_data: [{ content: 'y'.repeat(3000) }, ...many] },
  })
  const chat = await acceptedChat(crm)
  const answer = await answerOf(crm, chat, 'SHOWN')
  expect([answer.customData.length, answer.customData[0].content.length]).toEqual([50, 2000])
  crm.receiver.answer({ body: { result: 'ok', custom_data: [{ content: 'y'.repeat(70_000) }] } })
  const other = await acceptedChat(crm, 'other')
  await answerOf(crm, other, 'EMPTY')
  expect((await crm.items()).at(-1)?.note).toContain('longer than 64 KiB')
})

test('the settings take hosts and addresses, and keep the identity secret to themselves', async () => {
  const { desk } = await stage.openCrm()
  const settings = 'developerSettings { safeUrls hasIdentitySecret }'
  const input = {
    safeUrls: ['https://crm.example/x', 'CRM.example', 'shop.example'],
    identitySecret: 'a secret of some length',
  }
  const saved = await mutate(desk.admin.execute, 'updateDeveloperSettings', input, settings)
  expect(saved.developerSettings).toEqual({
    safeUrls: ['crm.example', 'shop.example'],
    hasIdentitySecret: true,
  })
  const { identitySecretEncrypted } = await stage.services.db.account.findUniqueOrThrow({
    where: { id: desk.account.id },
  })
  expect(Buffer.from(identitySecretEncrypted ?? []).toString('latin1')).not.toContain('secret')
  const refused = await mutate(desk.operators[0].execute, 'updateDeveloperSettings', input)
  expect(refused.userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  const wrong = await mutate(desk.admin.execute, 'updateDeveloperSettings', { safeUrls: ['not a host'] })
  expect(wrong.userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'safeUrls', '0'] }])
})
