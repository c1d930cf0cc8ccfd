import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HASHES_AT_ONCE, inHashingSlot, MOST_WAITING } from '../../server/domain/sessions/hashing-slot.ts'
import { networkOf } from '../../server/domain/sessions/network-of.ts'
import type { AppError } from '../../server/errors.ts'
import { topics } from '../../server/events/bus.ts'
import { sessionCookie } from '../../server/http/session-cookie.ts'
import { createLimits } from '../../server/limits/limits.ts'
import { loadEnv } from '../../server/process/env.ts'
import { createLogger } from '../../server/process/logger.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, makeUser, PASSWORD, signedIn } from '../support/factories.ts'
import { type Caller, cookieOf, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { until } from '../support/until.ts'

let app: TestApp
const logged: string[] = []
beforeAll(async () => {
  app = await startTestApp({ log: createLogger('warn', 'web', { write: (line) => logged.push(line) }) })
})
afterAll(() => app.close())

/** Each test comes from a network of its own, so that no test uses up the tries of another. */
function newAddress(): string {
  const [high = '', low = ''] = randomUUID().slice(9).split('-')
  return `2001:db8:${high}:${low}::1`
}

const SIGN_IN = `mutation ($input: SignInInput!) {
  signIn(input: $input) { viewer { email operator { id } account { name } } userErrors { code message field retryAfter } }
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
      email: admin.email,
      operator: { id: globalId('Operator', admin.id) },
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
  // Of the processor, so that others on the machine do not count.
  const time = async (email: string) => {
    const start = process.cpuUsage()
    expect(await codeOf(signIn(email, 'wrong password'))).toBe('SIGN_IN_FAILED')
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  let [wrong, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The least of each, in turns. Without the hash it is a fifth.
  for (let round = 0; round < 9; round++) {
    wrong = Math.min(wrong, await time(admin.email))
    unknown = Math.min(unknown, await time(`${randomUUID()}@example.com`))
  }
  expect(unknown / wrong).toBeGreaterThan(0.5)
})

test('wrong passwords make the next try wait for a moment, on that network only', async () => {
  const { admin } = await makeAccount(app.services)
  // A moment is a second: where the next tries take longer to come, once more from another network.
  const address = await until(async () => {
    const address = newAddress()
    for (let round = 0; round < 5; round++) {
      expect(await codeOf(signIn(admin.email, 'wrong password', address))).toBe('SIGN_IN_FAILED')
    }
    const [refused, neighbour, stranger] = await Promise.all([
      signIn(admin.email, PASSWORD, address),
      codeOf(signIn(admin.email, PASSWORD, address.replace('::1', '::2'))),
      codeOf(signIn(admin.email, PASSWORD)),
    ])
    expect(refused.data.signIn.userErrors[0]).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 })
    expect([neighbour, stranger]).toEqual(['RATE_LIMITED', undefined])
    return address
  })
  // Trying while it must wait does not make the wait longer.
  await expect.poll(() => codeOf(signIn(admin.email, PASSWORD, address))).toBeUndefined()
})

test('the answer to a try that must wait says for how long in its Retry-After header', async () => {
  const { admin } = await makeAccount(app.services)
  // It must come within a second.
  await until(async () => {
    const address = newAddress()
    for (let round = 0; round < 5; round++) await signIn(admin.email, 'wrong password', address)
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', 'x-forwarded-for': address },
      body: JSON.stringify({
        query: SIGN_IN,
        variables: { input: { email: admin.email, password: PASSWORD } },
      }),
    })
    expect(response.headers.get('retry-after')).toBe('1')
  })
})

test.each(['Redis', 'one process'])(
  'each further wrong password doubles the wait, counted in %s',
  async (where) => {
    const { failures } = where === 'Redis' ? app.services.limits : createLimits(null, '')
    const slowing = { name: 'test', free: 2, longestSeconds: 6, forgetSeconds: 900 }
    const key = randomUUID()
    const waits: (number | undefined)[] = []
    for (let round = 0; round < 6; round++) {
      await failures.fail(slowing, key)
      const refused: AppError | undefined = await failures.check(slowing, key).then(
        () => undefined,
        (error) => error,
      )
      waits.push(refused?.retryAfter)
    }
    expect(waits).toEqual([undefined, 1, 2, 4, 6, 6])
    await failures.forget(slowing, key)
    await failures.check(slowing, key)
  },
)

test('sixty wrong passwords at the same moment are no more than a few tries', async () => {
  const { admin } = await makeAccount(app.services)
  const address = newAddress()
  const codes = await Promise.all(
    Array.from({ length: 60 }, (_, round) => codeOf(signIn(admin.email, `wrong ${round}`, address))),
  )
  const tried = codes.filter((code) => code === 'SIGN_IN_FAILED').length
  expect(tried).toBeGreaterThanOrEqual(5)
  // On a slow machine the first waits end while others are still in the queue.
  expect(tried).toBeLessThanOrEqual(20)
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(60 - tried)
})

test('a sign-in that succeeds forgets the wrong tries before it', async () => {
  const { admin } = await makeAccount(app.services)
  const address = newAddress()
  for (const password of ['wrong 1', 'wrong 2', 'wrong 3', 'wrong 4', PASSWORD, 'wrong 5', 'wrong 6']) {
    await signIn(admin.email, password, address)
  }
  expect(await codeOf(signIn(admin.email, PASSWORD, address))).toBeUndefined()
})

test('a whole office signs in at once from one address', async () => {
  const { admin } = await makeAccount(app.services)
  const address = newAddress()
  const tries = Array.from({ length: 36 }, () => codeOf(signIn(admin.email, PASSWORD, address)))
  expect(new Set(await Promise.all(tries))).toEqual(new Set([undefined]))
})

test('thirty wrong tries for whomever slow down their network, but nobody in a browser that they have used before', async () => {
  const { admin } = await makeAccount(app.services)
  const address = newAddress()
  const welcome = await signIn(admin.email, PASSWORD, address)
  const device = /switchboard_device=[^;]+/.exec(welcome.setCookie ?? '')?.[0] ?? ''
  const strangers = Array.from({ length: 30 }, () => signIn(`${randomUUID()}@example.com`, 'wrong', address))
  expect(new Set(await Promise.all(strangers.map(codeOf)))).toEqual(new Set(['SIGN_IN_FAILED']))
  for (let round = 0; round < 5; round++) await signIn(admin.email, 'wrong password', address)
  const input = { email: admin.email, password: PASSWORD }
  const from = async (caller: Caller) =>
    (await graphqlAs(app.url, caller)(SIGN_IN, { input })).data.signIn.userErrors[0]?.code
  expect(await from({ address })).toBe('RATE_LIMITED')
  expect(await from({ address: address.replace('::1', '::2') })).toBe('RATE_LIMITED')
  expect(await from({ address, cookie: device.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')) })).toBe(
    'RATE_LIMITED',
  )
  expect(await from({ address, cookie: device })).toBeUndefined()
  expect(await from({ address: newAddress() })).toBeUndefined()
})

test('a browser is known for the person who signed in there only, and its wrong tries slow it down too', async () => {
  const [{ admin }, { admin: other }] = await Promise.all([
    makeAccount(app.services),
    makeAccount(app.services),
  ])
  const address = newAddress()
  const welcome = await signIn(admin.email, PASSWORD, address)
  const cookie = /switchboard_device=[^;]+/.exec(welcome.setCookie ?? '')?.[0] ?? ''
  const tryAs = async (email: string, password: string) => {
    const { data } = await graphqlAs(app.url, { address, cookie })(SIGN_IN, { input: { email, password } })
    return data.signIn.userErrors[0]?.code
  }
  for (const { email } of [other, admin]) {
    for (let round = 0; round < 5; round++) expect(await tryAs(email, 'wrong')).toBe('SIGN_IN_FAILED')
    expect(await tryAs(email, PASSWORD)).toBe('RATE_LIMITED')
  }
})

test('only so many passwords are hashed at once, and whoever comes too late is told when to come again', async () => {
  let running = 0
  let most = 0
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const work = async () => {
    most = Math.max(most, ++running)
    await released
    running--
  }
  const places = HASHES_AT_ONCE + MOST_WAITING
  const inside = Array.from({ length: places }, () => inHashingSlot(work))
  await expect(inHashingSlot(work)).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 5 })
  release()
  await Promise.all(inside)
  expect([running, most]).toEqual([0, HASHES_AT_ONCE])
})

test('a session that was opened while the password changed does not hold', async () => {
  const { admin } = await makeAccount(app.services)
  const { db } = app.services
  const [answer] = await db.$transaction(
    async (tx) => {
      await tx.user.update({ where: { id: admin.id }, data: { passwordHash: 'another' } })
      const answer = signIn(admin.email, PASSWORD)
      // The sign-in has read the old password, and waits for this row.
      await until(async () => {
        const [row] = await db.$queryRaw<{ count: bigint }[]>`
          SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'`
        expect(Number(row?.count)).toBeGreaterThan(0)
      })
      return [answer] as const
    },
    { timeout: PATIENCE_MS },
  )
  expect(await codeOf(answer)).toBe('SIGN_IN_FAILED')
  expect(await db.session.count({ where: { userId: admin.id } })).toBe(0)
})

test('failed sign-ins are logged with where they came from, and never with the e-mail address or the password', async () => {
  const { account, admin } = await makeAccount(app.services)
  const gone = await makeUser(app.services, { accountId: account.id })
  await app.services.db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
  const address = newAddress()
  const unknown = `${randomUUID()}@example.com`
  for (const email of [admin.email, unknown, gone.email]) await signIn(email, 'wrong secret', address)
  for (let round = 0; round < 6; round++) await signIn(admin.email, 'wrong secret', address)
  const cookie = `switchboard_session=${'A'.repeat(43)}`
  await graphqlAs(app.url, { cookie, address })(VIEWER)
  await graphqlAs(app.url, { token: 'swb_nobodys', address })(VIEWER)
  app.services.refusals.flush()
  const network = networkOf(address)
  const lines = logged
    .map((line) => JSON.parse(line))
    .map(({ msg: message, reason, userId, network, again }) => ({ message, reason, userId, network, again }))
  for (const line of [
    { message: 'a sign-in failed', reason: 'wrong password', userId: admin.id, network },
    {
      message: 'a sign-in failed',
      reason: 'wrong password',
      userId: admin.id,
      network,
      again: expect.any(Number),
    },
    { message: 'a sign-in failed', reason: 'unknown e-mail address', network },
    { message: 'a sign-in failed', reason: 'deactivated', userId: gone.id, network },
    { message: 'a sign-in was put off', reason: 'too_many_requests', userId: admin.id, network },
    { message: 'a credential was refused', reason: 'session has ended', network },
    { message: 'a credential was refused', reason: 'API token does not hold', network },
  ])
    expect(lines).toContainEqual(line)
  const text = logged.join('')
  for (const secret of [admin.email, unknown, gone.email, 'wrong secret', 'swb_']) {
    expect(text).not.toContain(secret)
  }
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
    .poll(() => ended.map((message) => JSON.parse(message)))
    .toEqual([
      { userIds: [], sessionIds: [other.viewer.sessionId], tokenIds: [], visitorIds: [], channelIds: [] },
    ])
  expect(await codeOf(signIn(admin.email, PASSWORD))).toBe('SIGN_IN_FAILED')
  expect(await codeOf(signIn(admin.email, 'another good password'))).toBeUndefined()
  stop()
})

test('a new password revokes the API tokens of the person if they say so, and only then', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const execute = graphqlAs(app.url, { cookie })
  const { token } = await mutate(execute, 'createApiToken', { name: 'Program' }, 'token')
  const holds = async () => (await graphqlAs(app.url, { token })(VIEWER)).status === 200
  const kept = { currentPassword: PASSWORD, newPassword: 'another good password' }
  expect((await mutate(execute, 'changePassword', kept)).userErrors).toEqual([])
  expect(await holds()).toBe(true)
  const ended = {
    currentPassword: kept.newPassword,
    newPassword: 'a third good password',
    revokeApiTokens: true,
  }
  expect((await mutate(execute, 'changePassword', ended)).userErrors).toEqual([])
  expect(await holds()).toBe(false)
  expect((await execute('{ viewer { apiTokens { id } } }')).data.viewer.apiTokens).toEqual([])
})

test('a new password needs the current one and has 10 to 200 characters', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const change = async (currentPassword: string, newPassword: string) => {
    const input = { currentPassword, newPassword }
    return (await mutate(graphqlAs(app.url, { cookie }), 'changePassword', input)).userErrors[0]
  }
  expect(await change('wrong password', 'another good password')).toMatchObject({
    code: 'INVALID',
    field: ['input', 'currentPassword'],
  })
  for (const [code, bad] of [
    ['INVALID', 'too short'],
    ['TOO_LONG', 'x'.repeat(201)],
  ] as const) {
    expect(await change(PASSWORD, bad)).toMatchObject({ code, field: ['input', 'newPassword'] })
  }
})

test('guessing the current password of a stolen session is limited', async () => {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const input = { currentPassword: 'wrong password', newPassword: 'another good password' }
  for (let round = 0; round < 10; round++)
    await mutate(graphqlAs(app.url, { cookie }), 'changePassword', input)
  const payload = await mutate(graphqlAs(app.url, { cookie }), 'changePassword', input)
  expect(payload.userErrors[0].code).toBe('RATE_LIMITED')
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
