import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, PASSWORD, signedIn } from '../support/factories.ts'
import { graphqlAs, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const VIEWER = '{ viewer { email } }'

async function makePerson() {
  const { admin: user } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, user.id)
  const { token } = await mutate(graphqlAs(app.url, { cookie }), 'createApiToken', { name: 'Test' }, 'token')
  return { user, cookie, token: token as string }
}

async function ask(headers: Record<string, string>, query = VIEWER) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  const body = (await response.json()) as { data?: { viewer: unknown }; errors?: unknown[] }
  return { status: response.status, headers: response.headers, ...body }
}

const wrongTokens = ['swb_', 'swb_wrong', 'swb_$$$', 'swb_ ', 'nonsense', 'a.b.c']
const notTokens = [
  'Bearer',
  'Bearer ',
  '',
  'swb_wrong',
  'Bearer swb_wrong extra',
  'Bearerswb_wrong',
  'Token swb_wrong',
  'Basic',
]
const ofProxy = ['Basic eDp5', 'basic eDp5', 'Negotiate YII=', 'Digest username="x"']
const csrf = { 'x-graphql-yoga-csrf': '1' }

describe('a token that is wrong', () => {
  test.each(wrongTokens)('(%j) is 401 over HTTP, whatever the cookie says', async (token) => {
    const { cookie } = await makePerson()
    for (const headers of [undefined, { cookie }]) {
      const answer = await ask({ authorization: `Bearer ${token}`, ...headers })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.data ?? null).toBeNull()
      expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    }
  })

  test.each(notTokens)('(%j, which is not sent as one) is 401, whatever the cookie says', async (value) => {
    const { cookie } = await makePerson()
    for (const headers of [undefined, { cookie }]) {
      const answer = await ask({ authorization: value, ...headers })
      expect(answer.status).toBe(401)
      expect(answer.data ?? null).toBeNull()
      expect(answer.errors).toMatchObject([
        {
          message: 'Send the token as "Authorization: Bearer <token>".',
          extensions: { code: 'UNAUTHENTICATED' },
        },
      ])
    }
  })

  test.each(notTokens)('(%j, which is not sent as one) closes a socket with 4401', async (value) => {
    const { cookie } = await makePerson()
    const connectionParams = { Authorization: value }
    expect(await openSocket(app.url, { cookie, connectionParams }).closed).toBe(4401)
  })

  test.each(['authorization', 'Authorization', 'AUTHORIZATION'])(
    'closes a socket with 4401 when %s in the connection parameters holds it',
    async (name) => {
      for (const value of [...wrongTokens.map((token) => `Bearer ${token}`), 1, { a: 1 }, 'swb_']) {
        const socket = openSocket(app.url, { connectionParams: { [name]: value } })
        expect(await socket.closed, JSON.stringify(value)).toBe(4401)
      }
    },
  )

  test('closes a socket whose cookie holds, too', async () => {
    const { cookie } = await makePerson()
    const connectionParams = { Authorization: 'Bearer swb_wrong' }
    expect(await openSocket(app.url, { cookie, connectionParams }).closed).toBe(4401)
  })

  test('is 401 after it was revoked', async () => {
    const { user, token } = await makePerson()
    const authorization = `Bearer ${token}`
    expect((await ask({ authorization })).data).toEqual({ viewer: { email: user.email } })
    await app.services.db.apiToken.updateMany({ where: { userId: user.id }, data: { revokedAt: new Date() } })
    expect((await ask({ authorization })).status).toBe(401)
  })
})

test.each(['authorization', 'Authorization', 'AUTHORIZATION'])(
  'a token in %s of the connection parameters opens a socket',
  async (name) => {
    const { user, token } = await makePerson()
    const socket = openSocket(app.url, { connectionParams: { [name]: `Bearer ${token}` } })
    expect((await socket.execute(VIEWER)).data).toEqual({ viewer: { email: user.email } })
    await socket.close()
  },
)

test('a caller without any credential is anonymous, and 401 for what needs one', async () => {
  expect(await ask(csrf)).toMatchObject({ status: 200, data: { viewer: null } })
  for (const query of [
    '{ chatCounts { all } }',
    'mutation { setAvailability(input: { available: true }) { operator { id } } }',
  ]) {
    const { status, errors } = await ask(csrf, query)
    expect(status).toBe(401)
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  }
})

test('what a proxy adds to the request of our own page is not taken for a token of ours', async () => {
  const { user, cookie } = await makePerson()
  for (const authorization of ['Bearer a.b.c', 'Basic eDp5']) {
    expect((await ask({ ...csrf, cookie, authorization })).data).toEqual({ viewer: { email: user.email } })
    expect(await ask({ ...csrf, authorization })).toMatchObject({ status: 200, data: { viewer: null } })
  }
})

test.each(ofProxy)(
  'what a proxy uses for itself (%j) is not taken for a token of a program',
  async (value) => {
    const { user, cookie } = await makePerson()
    expect(await ask({ authorization: value })).toMatchObject({ status: 200, data: { viewer: null } })
    const socket = openSocket(app.url, { cookie, connectionParams: { Authorization: value } })
    expect((await socket.execute(VIEWER)).data).toEqual({ viewer: { email: user.email } })
    await socket.close()
  },
)

describe('a browser whose session has ended', () => {
  const dead = 'switchboard_session=ended'

  test('is anonymous and keeps its cookie, which another tab may have replaced meanwhile', async () => {
    const { status, data, headers } = await ask({ ...csrf, cookie: dead })
    expect([status, data]).toEqual([200, { viewer: null }])
    expect(headers.getSetCookie()).toEqual([])
  })

  test('signs in, and keeps the new cookie', async () => {
    const { user } = await makePerson()
    const { headers, ...answer } = await ask(
      { ...csrf, cookie: dead },
      `mutation { signIn(input: { email: "${user.email}", password: "${PASSWORD}" }) { viewer { email } userErrors { code } } }`,
    )
    expect(answer).toMatchObject({ data: { signIn: { viewer: { email: user.email }, userErrors: [] } } })
    const sessions = headers.getSetCookie().filter((cookie) => cookie.startsWith('switchboard_session='))
    expect(sessions).toHaveLength(1)
    const cookie = (sessions[0] as string).split(';')[0] as string
    expect((await ask({ ...csrf, cookie })).data).toEqual({ viewer: { email: user.email } })
  })

  test('gets 401 for what needs a session', async () => {
    expect((await ask({ ...csrf, cookie: dead }, '{ chatCounts { all } }')).status).toBe(401)
  })
})
