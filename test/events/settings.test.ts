import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { PASSWORD } from '../support/factories.ts'
import { graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
let colleague: Person
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  colleague = desk.operators[0] as Person
})
afterAll(() => app.close())

async function act(verb: string, input: Record<string, unknown>, fields?: string) {
  const payload = await mutate(desk.admin.execute, verb, input, fields)
  expect(payload.userErrors).toEqual([])
  return payload
}

/** Every change of settings, in an order in which each finds what it needs, and the event that it causes. */
async function changeEverything(): Promise<string[]> {
  const endpointUrl = 'https://bots.example.com/'
  const provider = { name: 'Provider', endpointUrl, profile: 'SEED' }
  const { id } = (await act('createBotProvider', provider, 'botProvider { id }')).botProvider
  await act('updateBotProvider', { id, name: 'Another' })
  await act('deleteBotProvider', { id })
  const email = `${randomUUID()}@example.com`
  const invited = await act('inviteOperator', { email, role: 'OPERATOR' }, 'operatorInvitation { id }')
  await act('revokeOperatorInvitation', { id: invited.operatorInvitation.id })
  await act('updateAccount', { name: 'Another name' })
  await act('updateRetention', { keepLogsDays: 30 })
  await act('updateCallSettings', { balance: 7 })
  await act('updateChatLogSettings', { addresses: [email] })
  await act('updateDeveloperSettings', { safeUrls: ['crm.example.com'] })
  return [
    'BOT_PROVIDER_CREATED',
    'BOT_PROVIDER_UPDATED',
    'BOT_PROVIDER_DELETED',
    'OPERATOR_INVITED',
    'OPERATOR_INVITATION_REVOKED',
    'ACCOUNT_UPDATED',
    'RETENTION_UPDATED',
    'CALL_SETTINGS_UPDATED',
    'CHAT_LOG_SETTINGS_UPDATED',
    'DEVELOPER_SETTINGS_UPDATED',
  ]
}

/** Every change of one's own sessions and API tokens, and the event that it causes. */
async function changeOwnAccess(): Promise<string[]> {
  const token = await act('createApiToken', { name: 'CI' }, 'apiToken { id }')
  await act('revokeApiToken', { id: token.apiToken.id })
  await act('createApiToken', { name: 'Another' })
  const credentials = { email: desk.admin.user.email, password: PASSWORD }
  const signIn = () => mutate(graphqlAs(app.url), 'signIn', credentials)
  await signIn()
  const { data } = await desk.admin.execute('{ viewer { sessions { id current } } }')
  const other = data?.viewer.sessions.find(({ current }: { current: boolean }) => !current)
  await act('endSession', { id: other.id })
  await signIn()
  await act('changePassword', { currentPassword: PASSWORD, newPassword: PASSWORD, revokeApiTokens: true })
  return [
    'API_TOKEN_CREATED',
    'API_TOKEN_REVOKED',
    'API_TOKEN_CREATED',
    'SESSION_CREATED',
    'SESSION_ENDED',
    'SESSION_CREATED',
    'SESSION_ENDED',
    'API_TOKEN_REVOKED',
  ]
}

test('every change of settings is told to all, of sessions and API tokens to their owner alone', async () => {
  const { data } = await desk.admin.execute('{ viewer { eventCursor } }')
  const after = data?.viewer.eventCursor
  const own = openFeed(app.url, { cookie: desk.admin.cookie, after })
  const theirs = openFeed(app.url, { cookie: colleague.cookie, after })
  onTestFinished(async () => void (await Promise.all([own.close(), theirs.close()])))
  const access = await changeOwnAccess()
  const settings = await changeEverything()
  const kindsOf = ({ events }: typeof own) => events.flatMap(({ kind, cursor }) => (cursor ? kind : []))
  await expect.poll(() => kindsOf(own)).toEqual([...access, ...settings])
  await expect.poll(() => kindsOf(theirs)).toEqual(settings)
})

test('a change of settings that changes nothing is not told', async () => {
  await act('updateRetention', { keepLogsDays: 31 })
  const count = () => app.services.db.event.count({ where: { kind: 'RETENTION_UPDATED' } })
  const before = await count()
  await act('updateRetention', { keepLogsDays: 31 })
  expect(await count()).toBe(before)
})
