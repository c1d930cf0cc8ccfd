import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_OWN_HOURS } from '../../server/domain/hours/update-business-hours.ts'
import { MAX_PINS } from '../../server/domain/saved-views/pin-saved-view.ts'
import { MOST_TAGS } from '../../server/domain/tags/create-tag.ts'
import { encryptSecret, hashSecret } from '../../server/secrets.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { atOnce } from '../support/at-once.ts'
import { makeBot } from '../support/bots.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeUser, PASSWORD, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A mutation, its input, and who sends it. */
type Sent = [name: string, input: Data, person: Person]

/** What becomes of mutations that are sent at once: the code of the first refusal of each, or null. */
async function outcomes(...mutations: Sent[]): Promise<(string | null)[]> {
  const requests = mutations.map(
    ([name, input, { execute }]) =>
      () =>
        mutate(execute, name, input),
  )
  const answers = await atOnce(app.services.db, requests)
  return answers.map(({ userErrors }) => userErrors[0]?.code ?? null)
}

const channelIdOf = ({ channel }: Desk) => globalId('Channel', channel.id)

describe('a bot', () => {
  test.each([false, true])(
    'that is disconnected while it gets a channel has none (first: %s)',
    async (isFirst) => {
      const desk = await openDesk(app)
      const { account, admin, channel } = desk
      const { bot } = await makeBot(app.services, { accountId: account.id })
      const id = globalId('Bot', bot.id)
      const assign: Sent = ['updateBot', { id, channelIds: [channelIdOf(desk)] }, admin]
      const disconnect: Sent = ['disconnectBot', { id }, admin]
      await outcomes(...(isFirst ? [disconnect, assign] : [assign, disconnect]))
      const { botId } = await app.services.db.channel.findUniqueOrThrow({ where: { id: channel.id } })
      expect(botId).toBeNull()
      const { bot: another } = await makeBot(app.services, { accountId: account.id })
      const input = { id: globalId('Bot', another.id), channelIds: [channelIdOf(desk)] }
      expect((await mutate(admin.execute, 'updateBot', input)).userErrors).toEqual([])
    },
  )

  test.each([false, true])('is not connected while its provider is deleted (first: %s)', async (isFirst) => {
    const desk = await openDesk(app)
    const { account, admin } = desk
    const { provider } = await makeBot(app.services, { accountId: account.id })
    const id = globalId('BotProvider', provider.id)
    const input = { providerId: id, name: 'Robot', token: randomUUID(), channelIds: [channelIdOf(desk)] }
    const connect: Sent = ['connectBot', input, admin]
    const remove: Sent = ['deleteBotProvider', { id }, admin]
    await outcomes(...(isFirst ? [remove, connect] : [connect, remove]))
    expect(await app.services.db.bot.count({ where: { accountId: account.id, deletedAt: null } })).toBe(0)
  })

  test('whose provider is deleted while somebody changes it: they are told that it is gone', async () => {
    const { account, admin } = await openDesk(app)
    const { provider } = await makeBot(app.services, { accountId: account.id })
    const id = globalId('BotProvider', provider.id)
    const change: Sent = ['updateBotProvider', { id, name: 'Other' }, admin]
    expect(await outcomes(['deleteBotProvider', { id }, admin], change)).toEqual([null, 'NOT_FOUND'])
  })

  test('whose provider loses its credentials does not get them back by a change of one of them', async () => {
    const { account, admin } = await openDesk(app)
    const credentials = {
      tokenUrl: 'http://127.0.0.1:9/',
      clientId: 'client',
      clientSecretEncrypted: encryptSecret('secret', app.services.env.secretKey),
    }
    const { provider } = await makeBot(app.services, { accountId: account.id, provider: credentials })
    const id = globalId('BotProvider', provider.id)
    expect(
      await outcomes(
        ['updateBotProvider', { id, removeAuthorization: true }, admin],
        ['updateBotProvider', { id, clientId: 'other' }, admin],
      ),
    ).toEqual([null, 'BLANK'])
    const { botProvider } = app.services.db
    expect((await botProvider.findUniqueOrThrow({ where: { id: provider.id } })).clientId).toBeNull()
  })
})

describe('a saved view', () => {
  async function share({ admin }: Desk): Promise<string> {
    const input = { name: 'A view', filter: {}, order: 'LATEST_ACTIVITY', sharing: 'ACCOUNT' }
    return (await mutate(admin.execute, 'createSavedView', input, 'savedView { id }')).savedView.id
  }

  test('that two change at once keeps what each of them changes', async () => {
    const desk = await openDesk(app)
    const { admin } = desk
    const id = await share(desk)
    expect(
      await outcomes(
        ['updateSavedView', { id, filter: { mine: true } }, admin],
        ['updateSavedView', { id, order: 'LONGEST_WAIT' }, admin],
      ),
    ).toEqual([null, null])
    const { data } = await admin.execute('{ savedViews { order filter { mine } } }')
    expect(data.savedViews).toEqual([{ order: 'LONGEST_WAIT', filter: { mine: true } }])
  })

  test('that is deleted while somebody pins it: they are told that it is gone', async () => {
    const desk = await openDesk(app)
    const id = await share(desk)
    const pin: Sent = ['pinSavedView', { id, pinned: true }, desk.operators[0]]
    expect(await outcomes(['deleteSavedView', { id }, desk.admin], pin)).toEqual([null, 'NOT_FOUND'])
  })

  test('that is pinned while another takes the last place is refused', async () => {
    const { account, admin } = await openDesk(app)
    const { db } = app.services
    const view = { accountId: account.id, userId: admin.user.id, name: 'A view', filter: {} }
    const data = Array.from({ length: MAX_PINS + 1 }, () => ({ ...view, order: 'LATEST_ACTIVITY' as const }))
    const views = await db.savedView.createManyAndReturn({ data })
    const pins = views.slice(2).map(({ id }) => ({ viewId: id, userId: admin.user.id }))
    await db.savedViewPin.createMany({ data: pins })
    const [one, other] = views.map(({ id }): Sent => {
      return ['pinSavedView', { id: globalId('SavedView', id), pinned: true }, admin]
    }) as [Sent, Sent]
    expect(await outcomes(one, other)).toEqual([null, 'LIMIT_REACHED'])
  })
})

describe('a canned reply', () => {
  const content = { shared: true, title: 'Greeting', shortcut: 'hi', text: 'Hello!', fileIds: [] }

  async function make({ execute }: Person): Promise<string> {
    return (await mutate(execute, 'createCannedReply', content, 'cannedReply { id }')).cannedReply.id
  }

  async function upload({ cookie }: Person): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob(['a text']), 'a.txt')
    const headers = { cookie, 'x-graphql-yoga-csrf': '1' }
    return (await (await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })).json()).id
  }

  test('whose files two change at once has those of the second', async () => {
    const { account, admin } = await openDesk(app)
    const id = await make(admin)
    const [one, other] = [await upload(admin), await upload(admin)]
    expect(
      await outcomes(
        ['updateCannedReply', { id, fileIds: [one, other] }, admin],
        ['updateCannedReply', { id, fileIds: [other] }, admin],
      ),
    ).toEqual([null, null])
    const files = await app.services.db.cannedReplyFile.findMany({
      where: { cannedReply: { accountId: account.id } },
    })
    expect(files.map(({ fileId }) => globalId('File', fileId))).toEqual([other])
  })

  test('that gets a shortcut of a file while that is imported is changed by it', async () => {
    const { account, admin } = await openDesk(app)
    const change: Sent = ['updateCannedReply', { id: await make(admin), shortcut: 'hello' }, admin]
    const csv = 'shortcut,title,text\nhello,Greeting,Good morning!'
    const bring: Sent = ['importCannedReplies', { shared: true, preview: false, csv }, admin]
    expect(await outcomes(change, bring)).toEqual([null, null])
    const replies = await app.services.db.cannedReply.findMany({ where: { accountId: account.id } })
    expect(replies).toMatchObject([{ shortcut: 'hello', text: 'Good morning!' }])
  })
})

describe('of two admins who say at once', () => {
  test('who is in a department, the second is right', async () => {
    const { account, admin, operators } = await openDesk(app, { operators: 3 })
    const [anna, ben, cleo] = operators.map(({ user }) => globalId('Operator', user.id))
    const made = { name: 'Sales', memberIds: [anna] }
    const { id } = (await mutate(admin.execute, 'createDepartment', made, 'department { id }')).department
    expect(
      await outcomes(
        ['updateDepartment', { id, memberIds: [ben] }, admin],
        ['updateDepartment', { id, memberIds: [cleo] }, admin],
      ),
    ).toEqual([null, null])
    const where = { department: { accountId: account.id } }
    const members = await app.services.db.departmentMember.findMany({ where })
    expect(members.map(({ userId }) => globalId('Operator', userId))).toEqual([cleo])
  })

  test('who answers a channel, the second is right', async () => {
    const desk = await openDesk(app)
    const { account, admin, channel } = desk
    const more = [1, 2].map(() => makeUser(app.services, { accountId: account.id }))
    const [ben, cleo] = (await Promise.all(more)).map(({ id }) => globalId('Operator', id))
    const id = channelIdOf(desk)
    expect(
      await outcomes(
        ['updateChannel', { id, operatorIds: [ben] }, admin],
        ['updateChannel', { id, operatorIds: [cleo] }, admin],
      ),
    ).toEqual([null, null])
    const answering = await app.services.db.channelOperator.findMany({ where: { channelId: channel.id } })
    expect(answering.map(({ userId }) => globalId('Operator', userId))).toEqual([cleo])
  })
})

describe('what one admin changes and another sets to what it was', () => {
  const changes: [mutation: string, changed: Data, asItWas: Data][] = [
    ['updateAccount', { awayReasons: ['Lunch'] }, { awayReasons: [] }],
    ['updateChatSettings', { leftAloneMinutes: 5 }, { leftAloneMinutes: null }],
    ['updateRetention', { keepLogsDays: 5 }, { keepLogsDays: null }],
    ['updateDeveloperSettings', { safeUrls: ['crm.example'] }, { safeUrls: [] }],
    ['updateTag', { name: 'Other' }, { name: 'Tag' }],
    ['updateWebhookEndpoint', { name: 'Other' }, { name: 'CRM' }],
  ]

  async function idFor(mutation: string, { execute }: Person): Promise<{ id?: string }> {
    if (mutation === 'updateTag')
      return (await mutate(execute, 'createTag', { name: 'Tag' }, 'tag { id }')).tag
    if (mutation !== 'updateWebhookEndpoint') return {}
    const endpoint = { name: 'CRM', url: 'http://127.0.0.1:9/', events: ['CHAT_ACCEPTED'] }
    return (await mutate(execute, 'createWebhookEndpoint', endpoint, 'endpoint { id }')).endpoint
  }

  test.each(changes)('%s: screens and the audit log learn of both', async (mutation, changed, asItWas) => {
    const { account, admin } = await openDesk(app)
    const of = await idFor(mutation, admin)
    await mutate(admin.execute, mutation, { ...of, ...asItWas })
    const { db } = app.services
    const since = { accountId: account.id, createdAt: { gt: new Date() } }
    expect(
      await outcomes([mutation, { ...of, ...changed }, admin], [mutation, { ...of, ...asItWas }, admin]),
    ).toEqual([null, null])
    const entries = await db.auditEntry.findMany({ where: since, orderBy: { id: 'asc' } })
    const [first, second] = entries.map((entry) => (entry.changes as Data[])[0])
    expect(second).toEqual({ field: first.field, before: first.after, after: first.before })
    expect(await db.event.count({ where: { ...since, kind: entries[0]?.action as never } })).toBe(2)
  })
})

test('somebody whom two admins let in again at once is let in once', async () => {
  const { account, admin, operators } = await openDesk(app)
  const { id: subjectId } = operators[0].user
  const id = globalId('Operator', subjectId)
  expect(await outcomes(['deactivateOperator', { id }, admin])).toEqual([null])
  const letIn: Sent = ['reactivateOperator', { id }, admin]
  expect(await outcomes(letIn, letIn)).toEqual([null, null])
  const { auditEntry, event } = app.services.db
  const of = { accountId: account.id, subjectId }
  expect(await auditEntry.count({ where: { ...of, action: 'OPERATOR_REACTIVATED' } })).toBe(1)
  expect(await event.count({ where: { ...of, kind: 'OPERATOR_REACTIVATED' } })).toBe(1)
})

test('hours that are deleted while somebody changes them begin anew', async () => {
  const { admin } = await openDesk(app)
  const set = { timeZone: 'Asia/Tokyo' }
  const { businessHours } = await mutate(admin.execute, 'updateBusinessHours', set, 'businessHours { id }')
  expect(
    await outcomes(
      ['deleteBusinessHours', { id: businessHours.id }, admin],
      ['updateBusinessHours', { holidays: [{ date: '2026-12-25', name: 'Christmas' }] }, admin],
    ),
  ).toEqual([null, null])
  const { data } = await admin.execute('{ businessHours { timeZone holidays { name } } }')
  expect(data.businessHours).toEqual([{ timeZone: 'UTC', holidays: [{ name: 'Christmas' }] }])
})

test.each([
  ['those of the account', [{}]],
  ['no others', []],
])(
  'of two departments that get hours of their own at once, beside %s, one takes the last place',
  async (_, common) => {
    const { account, admin } = await openDesk(app)
    const { db } = app.services
    const accountId = account.id
    const data = Array.from({ length: MOST_OWN_HOURS + 1 }, (_, number) => ({
      accountId,
      number,
      name: `${number}`,
    }))
    const departments = await db.department.createManyAndReturn({ data })
    const open = departments.slice(2).map(({ id }) => ({ accountId, departmentId: id }))
    await db.businessHours.createMany({ data: [...common.map(() => ({ accountId })), ...open] })
    const [one, other] = departments.map(({ id }): Sent => {
      return ['updateBusinessHours', { departmentId: globalId('Department', id) }, admin]
    }) as [Sent, Sent]
    expect(await outcomes(one, other)).toEqual([null, 'LIMIT_REACHED'])
  },
)

describe('the last place is taken once', () => {
  test('of the webhook endpoints', async () => {
    const { account, admin } = await openDesk(app)
    const made = {
      accountId: account.id,
      name: 'CRM',
      url: 'http://127.0.0.1:9/',
      secretEncrypted: Buffer.of(),
    }
    await app.services.db.webhookEndpoint.createMany({ data: Array.from({ length: 19 }, () => made) })
    const create: Sent = [
      'createWebhookEndpoint',
      { name: 'CRM', url: made.url, events: ['CHAT_ACCEPTED'] },
      admin,
    ]
    expect(await outcomes(create, create)).toEqual([null, 'LIMIT_REACHED'])
  })

  test('of the tags', async () => {
    const { account, admin } = await openDesk(app)
    const data = Array.from({ length: MOST_TAGS - 1 }, (_, number) => {
      const name = `tag ${number}`
      return { accountId: account.id, name, key: name, color: 'GRAY' as const }
    })
    await app.services.db.tag.createMany({ data })
    expect(
      await outcomes(['createTag', { name: 'one' }, admin], ['createTag', { name: 'other' }, admin]),
    ).toEqual([null, 'LIMIT_REACHED'])
  })
})

describe('a password', () => {
  /** The same person in another browser. */
  async function elsewhere(person: Person): Promise<Person> {
    const { cookie } = await signedIn(app.services, person.user.id)
    return { ...person, execute: graphqlAs(app.url, { cookie }) }
  }

  test('is changed by one of two who know it', async () => {
    const { admin } = await openDesk(app)
    const change = (person: Person): Sent => {
      return ['changePassword', { currentPassword: PASSWORD, newPassword: randomUUID() }, person]
    }
    expect(await outcomes(change(admin), change(await elsewhere(admin)))).toEqual([null, 'INVALID'])
  })

  test('that is changed leaves no API token that another session makes meanwhile', async () => {
    const { admin } = await openDesk(app)
    const input = { currentPassword: PASSWORD, newPassword: randomUUID(), revokeApiTokens: true }
    await outcomes(
      ['createApiToken', { name: 'CI' }, await elsewhere(admin)],
      ['changePassword', input, admin],
    )
    const { apiToken } = app.services.db
    expect(await apiToken.count({ where: { userId: admin.user.id, revokedAt: null } })).toBe(0)
  })
})

test('of two API tokens that somebody makes at once, one takes the last place', async () => {
  const { admin } = await openDesk(app)
  const token = () => ({
    userId: admin.user.id,
    name: 'CI',
    tokenHash: hashSecret(randomUUID()),
    lastFour: '',
  })
  await app.services.db.apiToken.createMany({ data: Array.from({ length: 49 }, token) })
  const create: Sent = ['createApiToken', { name: 'CI' }, admin]
  expect(await outcomes(create, create)).toEqual([null, 'LIMIT_REACHED'])
})
