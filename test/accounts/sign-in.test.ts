import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadEnv } from '../../server/env.ts'
import { topics } from '../../server/events/bus.ts'
import { sessionCookie } from '../../server/session-cookie.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, makeUser, PASSWORD, signedIn } from '../support/factories.ts'
import { cookieOf, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Each test comes from a network of its own, so that no test uses up the tries of another. */
function newAddress(): string {
  const [high = '', low = ''] = randomUUID().slice(9).split('-')
  return `2001:db8:${high}:${low}::1`
}

const SIGN_IN = `mutation ($input: SignInInput!) {
  signIn(input: $input) { viewer { id email user { id } account { name } } userErrors { code message field } }
}`
const VIEWER = '{ viewer { email } }'

function signIn(email: string, password: string, address = newAddress()) {
  return graphqlAs(app.url, { address })(SIGN_IN, { input: { email, password } })
}

async function codeOf(answer: ReturnType<typeof signIn>): Promise<string | undefined> {
  const { data } = await answer
  return data.signIn.userErrors[0]?.code
}

test('signs in with e-mail and password and sets a cookie that scripts cannot read', async () => {
  const { account, admin } = await makeAccount(app.services)
  const answer = await signIn(`  ${admin.email.toUpperCase()} `, PASSWORD)
  expect(answer.data.signIn).toEqual({
    viewer: {
      id: globalId('Viewer', admin.id),
      email: admin.email,
      user: { id: globalId('Operator', admin.id) },
      account: { name: account.name },
    },
    userErrors: [],
  })
  expect(answer.setCookie).toMatch(
    /^switchboard_session=[\w-]{43}; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
  )
  const { data } = await graphqlAs(app.url, { cookie: cookieOf(answer) })(VIEWER)
  expect(data.viewer.email).toBe(admin.email)
})

test('the cookie is kept to https when the installation is reached by https', () => {
  const env = loadEnv({
    PUBLIC_URL: 'https://chat.example.com',
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
  })
  expect(sessionCookie(env, { token: 'x' })).toMatch(/; Secure(;|$)/)
})

test('nobody is signed in without a cookie or with one that was made up', async () => {
  expect((await graphqlAs(app.url)(VIEWER)).data.viewer).toBeNull()
  const cookie = `switchboard_session=${'A'.repeat(43)}`
  expect((await graphqlAs(app.url, { cookie })(VIEWER)).data.viewer).toBeNull()
})

test('an unknown e-mail, a wrong password and a deactivated user get the same answer', async () => {
  const { account, admin } = await makeAccount(app.services)
  const gone = await makeUser(app.services, { accountId: account.id })
  await app.services.db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
  const answers = await Promise.all([
    signIn(`${randomUUID()}@example.com`, PASSWORD),
    signIn('no e-mail at all', PASSWORD),
    signIn(admin.email, `${PASSWORD}!`),
    signIn(gone.email, PASSWORD),
  ])
  for (const { data, setCookie } of answers) {
    expect(data).toEqual(answers[0]?.data)
    expect(data.signIn.userErrors[0].code).toBe('SIGN_IN_FAILED')
    expect(setCookie).toBeNull()
  }
})

test('an unknown e-mail takes as long as a wrong password', async () => {
  const { admin } = await makeAccount(app.services)
  const time = async (email: string) => {
    const start = performance.now()
    expect(await codeOf(signIn(email, 'wrong password'))).toBe('SIGN_IN_FAILED')
    return performance.now() - start
  }
  let [wrong, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The fastest of each, in turns: a busy machine slows both. Without the hash it is a fifth.
  for (let round = 0; round < 9; round++) {
    wrong = Math.min(wrong, await time(admin.email))
    unknown = Math.min(unknown, await time(`${randomUUID()}@example.com`))
  }
  expect(unknown / wrong).toBeGreaterThan(0.5)
})

test('ten wrong passwords for one e-mail shut it for a while, from whatever address they come', async () => {
  const { admin } = await makeAccount(app.services)
  for (let round = 0; round < 10; round++) {
    expect(await codeOf(signIn(admin.email, 'wrong password'))).toBe('SIGN_IN_FAILED')
  }
  expect(await codeOf(signIn(admin.email, PASSWORD))).toBe('TOO_MANY_REQUESTS')
})

test('a sign-in that succeeds gives the e-mail its tries back', async () => {
  const { admin } = await makeAccount(app.services)
  for (const password of ['wrong 1', 'wrong 2', 'wrong 3', PASSWORD, ...Array(9).fill('wrong')]) {
    await signIn(admin.email, password)
  }
  expect(await codeOf(signIn(admin.email, PASSWORD))).toBeUndefined()
})

test('thirty tries from one network shut it, whoever they are for', async () => {
  const { admin } = await makeAccount(app.services)
  const address = newAddress()
  const tries = Array.from({ length: 30 }, () => signIn(`${randomUUID()}@example.com`, 'wrong', address))
  expect(new Set(await Promise.all(tries.map(codeOf)))).toEqual(new Set(['SIGN_IN_FAILED']))
  expect(await codeOf(signIn(admin.email, PASSWORD, address))).toBe('TOO_MANY_REQUESTS')
  const neighbour = address.replace('::1', '::2')
  expect(await codeOf(signIn(admin.email, PASSWORD, neighbour))).toBe('TOO_MANY_REQUESTS')
  expect(await codeOf(signIn(admin.email, PASSWORD))).toBeUndefined()
})

test('a form of another site cannot act for whoever is signed in here', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const query = 'mutation { signOut { userErrors { code } } }'
  // What a page can send to another site without being asked for permission first.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const body = type === 'text/plain' ? JSON.stringify({ query }) : new URLSearchParams({ query })
    const headers = { cookie, 'content-type': type }
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body })
    expect(response.status).toBeGreaterThanOrEqual(400)
  }
  expect((await graphqlAs(app.url, { cookie })(VIEWER)).data.viewer).not.toBeNull()
})

test('signing out ends the session and takes the cookie back', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const answer = await graphqlAs(app.url, { cookie })('mutation { signOut { userErrors { code } } }')
  expect(answer.setCookie).toMatch(/^switchboard_session=; .*1970/)
  expect((await graphqlAs(app.url, { cookie })(VIEWER)).data.viewer).toBeNull()
})

test('a new password ends every other session at once and closes their sockets', async () => {
  const { admin } = await makeAccount(app.services)
  const [here, other] = await Promise.all([
    signedIn(app.services, admin.id),
    signedIn(app.services, admin.id),
  ])
  const ended: string[] = []
  const stop = await app.services.bus.subscribe(topics.access, (message) => ended.push(message))
  const input = { currentPassword: PASSWORD, newPassword: 'another good password' }
  const payload = await mutate(graphqlAs(app.url, { cookie: here.cookie }), 'changePassword', input)
  expect(payload.userErrors).toEqual([])
  expect((await graphqlAs(app.url, { cookie: here.cookie })(VIEWER)).data.viewer).not.toBeNull()
  expect((await graphqlAs(app.url, { cookie: other.cookie })(VIEWER)).data.viewer).toBeNull()
  await expect
    .poll(() => ended)
    .toEqual([JSON.stringify({ userIds: [], sessionIds: [other.viewer.sessionId] })])
  expect(await codeOf(signIn(admin.email, PASSWORD))).toBe('SIGN_IN_FAILED')
  expect(await codeOf(signIn(admin.email, 'another good password'))).toBeUndefined()
  stop()
})

test('a new password needs the current one and has 10 to 200 characters', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const change = async (currentPassword: string, newPassword: string) => {
    const input = { currentPassword, newPassword }
    return (await mutate(graphqlAs(app.url, { cookie }), 'changePassword', input)).userErrors[0]
  }
  expect(await change('wrong password', 'another good password')).toMatchObject({
    code: 'INVALID_REQUEST',
    field: ['input', 'currentPassword'],
  })
  for (const bad of ['too short', 'x'.repeat(201)]) {
    expect(await change(PASSWORD, bad)).toMatchObject({
      code: 'INVALID_REQUEST',
      field: ['input', 'newPassword'],
    })
  }
})

test('guessing the current password of a stolen session is limited', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const input = { currentPassword: 'wrong password', newPassword: 'another good password' }
  for (let round = 0; round < 10; round++)
    await mutate(graphqlAs(app.url, { cookie }), 'changePassword', input)
  const payload = await mutate(graphqlAs(app.url, { cookie }), 'changePassword', input)
  expect(payload.userErrors[0].code).toBe('TOO_MANY_REQUESTS')
})

test('the sessions of a person are listed, and one can be ended from another', async () => {
  const { admin } = await makeAccount(app.services)
  const [here, other] = await Promise.all([
    signedIn(app.services, admin.id),
    signedIn(app.services, admin.id),
  ])
  const execute = graphqlAs(app.url, { cookie: here.cookie })
  const { data } = await execute('{ viewer { sessions { id current userAgent address } } }')
  expect(data.viewer.sessions).toHaveLength(2)
  const foreign = data.viewer.sessions.find((session: { current: boolean }) => !session.current)
  expect(foreign).toEqual({
    id: globalId('Session', other.viewer.sessionId ?? ''),
    current: false,
    userAgent: 'test',
    address: '192.0.2.1',
  })
  const payload = await mutate(execute, 'endSession', { id: foreign.id }, 'deletedId')
  expect(payload).toEqual({ deletedId: foreign.id, userErrors: [] })
  expect((await graphqlAs(app.url, { cookie: other.cookie })(VIEWER)).data.viewer).toBeNull()
})

test('a session ends 30 days after it was used last', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie, viewer } = await signedIn(app.services, admin.id)
  const where = { id: viewer.sessionId ?? '' }
  const day = 86_400_000
  await app.services.db.session.update({
    where,
    data: { lastSeenAt: new Date(Date.now() - 20 * day), expiresAt: new Date(Date.now() + 10 * day) },
  })
  await graphqlAs(app.url, { cookie })(VIEWER)
  const used = await app.services.db.session.findUniqueOrThrow({ where })
  expect(used.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * day)
  expect(used.lastSeenAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
  await app.services.db.session.update({ where, data: { expiresAt: new Date(Date.now() - 1) } })
  expect((await graphqlAs(app.url, { cookie })(VIEWER)).data.viewer).toBeNull()
})

test('using a session is written at most once a minute', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie, viewer } = await signedIn(app.services, admin.id)
  const where = { id: viewer.sessionId ?? '' }
  const before = await app.services.db.session.findUniqueOrThrow({ where })
  await graphqlAs(app.url, { cookie })(VIEWER)
  expect(await app.services.db.session.findUniqueOrThrow({ where })).toEqual(before)
})
