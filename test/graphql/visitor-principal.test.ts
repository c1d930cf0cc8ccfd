import { randomUUID } from 'node:crypto'
import {
  type GraphQLField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isRequiredArgument,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitorToken, readVisitorToken } from '../../server/domain/visitors/visitor-token.ts'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { mutationNames, sampleInput } from '../support/schema-inputs.ts'
import { openWidgetFeed } from '../support/widget.ts'

let app: TestApp
let desk: Desk
let ids: { channelId: string; visitorId: string }
beforeAll(async () => {
  app = await startTestApp({ accessCheckMs: 100 })
  desk = await openDesk(app)
  await desk.say('a', 'Hello')
  const { channelId, visitorId } = await desk.chatOf('a')
  ids = { channelId, visitorId }
})
afterAll(() => app.close())

/** Every mutation that visitors may call; a new one is closed to them until it is named here. */
const FOR_VISITORS = [
  'clearHistory',
  'countTrigger',
  'dismissVisitInvitation',
  'identifyVisitor',
  'markMessagesSeen',
  'rateVisit',
  'requestCallback',
  'requestChatLog',
  'sendOfflineMessage',
  'sendVisitorMessage',
  'setContactInfo',
  'setCustomData',
  'setVisitorAttributes',
  'setVisitorTyping',
  'startVisit',
  'viewPage',
]
const HOUR_MS = 3_600_000
const makeToken = (changes: Partial<typeof ids> & { expiresAt?: Date; key?: Buffer } = {}) => {
  const { key = app.services.env.secretKey, ...rest } = changes
  return createVisitorToken(key, { ...ids, expiresAt: new Date(Date.now() + HOUR_MS), ...rest })
}
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VIEWER = '{ viewer { email } }'
const codeOf = (answer: { errors?: { extensions?: { code?: string } }[] | undefined }) =>
  answer.errors?.[0]?.extensions?.code

/**
 * What a visitor is answered who asks with ids that the schema accepts. The types of the ids are learned from the
 * refusals of others: ids are decoded while the cost of an operation is estimated, before anything runs.
 */
async function answerWith(ask: (idFor: (name: string) => string) => Promise<string>): Promise<string> {
  const types: Record<string, string> = {}
  const ids: Record<string, string> = {}
  const idFor = (name: string) => {
    ids[name] ??= globalId((types[name] ?? 'Chat') as 'Chat', randomUUID())
    return ids[name]
  }
  for (;;) {
    const answer = await ask(idFor)
    const [, id, type] = /ID: (\S+) is not of type: (\w+)/.exec(answer) ?? []
    const name = Object.keys(ids).find((each) => ids[each] === id)
    if (!name || !type || types[name] === type) return answer
    types[name] = type
    delete ids[name]
  }
}

/** An operation that asks for one field of Query, with a value for every argument that it needs. */
function documentOf(name: string, field: GraphQLField<unknown, unknown>, idFor: (name: string) => string) {
  const needed = field.args.filter(isRequiredArgument)
  const variables = Object.fromEntries(
    needed.map((arg) => {
      const type = getNamedType(arg.type)
      if (isEnumType(type)) return [arg.name, type.getValues()[0]?.name]
      if (isInputObjectType(type)) return [arg.name, { id: idFor(arg.name) }]
      return [arg.name, arg.name === 'ids' ? [] : idFor(arg.name)]
    }),
  )
  const declared = needed.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = needed.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }'
  const head = needed.length > 0 ? `query (${declared})` : 'query'
  return { query: `${head} { ${name}${passed && `(${passed})`} ${selection} }`, variables }
}

describe('a visitor', () => {
  test('may read nothing of the schema that does not say so', async () => {
    const visitor = graphqlAs(app.url, { token: makeToken() })
    const all = Object.entries(schema.getQueryType()?.getFields() ?? {})
    const fields = all.filter(([, { extensions }]) => extensions.forVisitors !== true)
    expect(all.length - fields.length).toBe(2)
    expect(fields.length).toBeGreaterThan(10)
    for (const [name, field] of fields) {
      const answer = await answerWith(async (idFor) => {
        const { query, variables } = documentOf(name, field, idFor)
        return JSON.stringify((await visitor(query, variables)).errors)
      })
      expect([name, answer]).toEqual([name, expect.stringContaining('"FORBIDDEN"')])
    }
  })

  test('may call no mutation that does not say so, also none that needs no sign-in', async () => {
    const visitor = graphqlAs(app.url, { token: makeToken() })
    expect(mutationNames()).toContain('signIn')
    const closed = mutationNames().filter((name) => !FOR_VISITORS.includes(name))
    expect(closed.length).toBe(mutationNames().length - FOR_VISITORS.length)
    for (const name of closed) {
      const answer = await answerWith((idFor) =>
        mutate(visitor, name, sampleInput(name, idFor)).then(
          (payload) => `accepted: ${JSON.stringify(payload)}`,
          (error: Error) => error.message,
        ),
      )
      expect([name, answer]).toEqual([name, expect.stringContaining('"FORBIDDEN"')])
      expect(answer).not.toContain('accepted')
    }
  })

  test('does not hear the account’s events over the subscriptions of operators', async () => {
    const feed = openFeed(app.url, { token: makeToken(), after: '0' })
    await expect.poll(() => feed.errors).toHaveLength(2)
    for (const error of feed.errors) expect(error).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    expect(feed.events).toEqual([])
    await feed.close()
  })

  test('of a channel that is no widget cannot upload files', async () => {
    const body = new FormData()
    body.append('file', new Blob(['x']), 'x.txt')
    const headers = { authorization: `Bearer ${makeToken()}` }
    expect((await fetch(`${app.url}/files`, { method: 'POST', headers, body })).status).toBe(403)
  })
})

describe('a visitor’s token', () => {
  test('says which visitor of which channel it is for, and nobody can change it', () => {
    const key = app.services.env.secretKey
    const expiresAt = new Date('2030-01-02T03:04:05Z')
    const token = makeToken({ expiresAt })
    expect(readVisitorToken(key, token)).toEqual({ id: expect.any(String), ...ids, expiresAt })
    expect(makeToken({ expiresAt })).not.toBe(token)
    const signature = token.indexOf('.') + 1
    for (const at of [4, 30, 60, signature - 2, signature, token.length - 2]) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(readVisitorToken(key, token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
    }
    const sameBytes = token.replace(/.$/, (last) => BASE64URL[BASE64URL.indexOf(last) + 1] ?? '')
    expect(Buffer.from(sameBytes, 'base64url')).toEqual(Buffer.from(token, 'base64url'))
    expect(readVisitorToken(key, sameBytes)).toBeNull()
    for (const made of ['', 'swv_', token.slice(0, -1), `${token}A`, ` ${token}`, token.replace('.', '')]) {
      expect(readVisitorToken(key, made)).toBeNull()
    }
    expect(readVisitorToken(Buffer.alloc(32, 7), token)).toBeNull()
  })

  test.each<[string, () => string]>([
    ['is signed with another key', () => makeToken({ key: Buffer.alloc(32, 7) })],
    ['names a visitor who is not there', () => makeToken({ visitorId: randomUUID() })],
    ['names another channel', () => makeToken({ channelId: randomUUID() })],
    ['has expired', () => makeToken({ expiresAt: new Date(Date.now() - 1000) })],
  ])('that %s is nobody’s, over HTTP and over a socket', async (_name, make) => {
    const answer = await graphqlAs(app.url, { token: make(), cookie: desk.admin.cookie })(VIEWER)
    expect(answer.data?.viewer ?? null).toBeNull()
    expect(codeOf(answer)).not.toBe('FORBIDDEN')
    const socket = openSocket(app.url, { token: make() })
    expect(await socket.closed).toBe(4401)
  })

  test('ends with its channel', async () => {
    const gone = await openDesk(app)
    await gone.say('a', 'Hello')
    const { channelId, visitorId } = await gone.chatOf('a')
    const token = makeToken({ channelId, visitorId })
    expect(codeOf(await graphqlAs(app.url, { token })(VIEWER))).toBe('FORBIDDEN')
    await mutate(gone.admin.execute, 'deleteChannel', { id: globalId('Channel', channelId) })
    expect(codeOf(await graphqlAs(app.url, { token })(VIEWER))).not.toBe('FORBIDDEN')
  })

  test('counts for nothing in an address', async () => {
    const answer = await graphqlAs(`${app.url}`, {})(VIEWER)
    const response = await fetch(`${app.url}/graphql?token=${makeToken()}&authorization=${makeToken()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1' },
      body: JSON.stringify({ query: VIEWER }),
    })
    expect(await response.json()).toEqual({ data: answer.data })
  })
})

describe('a visitor’s socket', () => {
  test('opens from any page with the token in its parameters, and makes nobody present', async () => {
    const socket = openSocket(app.url, { token: makeToken(), origin: 'https://shop.example' })
    const answer = await socket.execute(VIEWER)
    expect(codeOf(answer)).toBe('FORBIDDEN')
    expect((await app.services.presence.connectedUsers(desk.account.id)).size).toBe(0)
    await socket.close()
  })

  test('closes when the visitor was merged or is gone, also when nobody told', async () => {
    const { db } = app.services
    const socketOf = async (key: string) => {
      await desk.say(key, 'Hello')
      const { visitorId } = await desk.chatOf(key)
      const feed = await openWidgetFeed(app.url, makeToken({ visitorId }), { after: '0' })
      await feed.waitFor('VisitMessageCreated')
      return { visitorId, feed }
    }
    const [merged, gone, other] = [await socketOf('merged'), await socketOf('gone'), await socketOf('other')]
    await db.visitor.update({ where: { id: merged.visitorId }, data: { mergedIntoId: other.visitorId } })
    expect(await merged.feed.closed).toBe(4403)
    await db.visitor.delete({ where: { id: gone.visitorId } })
    expect(await gone.feed.closed).toBe(4403)
    await desk.say('other', 'Still here')
    await other.feed.waitFor('VisitMessageCreated', ({ message }) => message.text === 'Still here')
    await other.feed.close()
  })

  test('closes when the token expires, and not when operators’ access changes', async () => {
    const lasting = openSocket(app.url, { token: makeToken() })
    const ending = openSocket(app.url, { token: makeToken({ expiresAt: new Date(Date.now() + 5_000) }) })
    expect(codeOf(await ending.execute(VIEWER))).toBe('FORBIDDEN')
    expect(codeOf(await lasting.execute(VIEWER))).toBe('FORBIDDEN')
    await mutate(desk.admin.execute, 'updateChannel', {
      id: globalId('Channel', desk.channel.id),
      operatorIds: [],
    })
    expect(await ending.closed).toBe(4403)
    const answer: Data = await lasting.execute(VIEWER)
    expect(codeOf(answer)).toBe('FORBIDDEN')
    await lasting.close()
  })
})
