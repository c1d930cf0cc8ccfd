import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person } from '../support/desk.ts'
import { PASSWORD } from '../support/factories.ts'
import { cookieOf, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const VIEWER = '{ viewer { email } }'

/** What a request from the screen of this operator says of it. */
const screenOf = ({ user }: Person) => ({ 'x-switchboard-operator': globalId('Operator', user.id) })

function upload({ cookie }: Person, headers: Record<string, string>): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob(['a text']), 'a.txt')
  const all = { cookie, 'x-graphql-yoga-csrf': '1', ...headers }
  return fetch(`${app.url}/files`, { method: 'POST', headers: all, body })
}

test('what comes from the screen of another operator than the cookie is refused', async () => {
  const { admin, operators } = await openDesk(app)
  const [operator] = operators
  const asAdmin = graphqlAs(app.url, { cookie: admin.cookie, headers: screenOf(operator) })
  const answer = await asAdmin(
    'mutation { setAvailability(input: { available: false }) { userErrors { code } } }',
  )
  expect(answer.status).toBe(401)
  expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  expect(answer.setCookie).toBeNull()
  expect((await upload(admin, screenOf(operator))).status).toBe(401)
  const socket = openSocket(app.url, { cookie: admin.cookie, connectionParams: screenOf(operator) })
  expect(await socket.closed).toBe(4401)
})

test('what comes from the screen of the operator of the cookie is done', async () => {
  const { admin } = await openDesk(app)
  const execute = graphqlAs(app.url, { cookie: admin.cookie, headers: screenOf(admin) })
  expect((await execute(VIEWER)).data.viewer.email).toBe(admin.user.email)
  expect((await upload(admin, screenOf(admin))).status).toBe(201)
  const socket = openSocket(app.url, { cookie: admin.cookie, connectionParams: screenOf(admin) })
  expect((await socket.execute(VIEWER)).data.viewer.email).toBe(admin.user.email)
  await socket.close()
})

test('whoever signs in in a browser ends the session that it had, and closes its sockets', async () => {
  const { admin, operators } = await openDesk(app)
  const [operator] = operators
  const socket = openSocket(app.url, { cookie: admin.cookie })
  await socket.execute(VIEWER)
  const signIn = `mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }`
  const answer = await admin.execute(signIn, { input: { email: operator.user.email, password: PASSWORD } })
  expect(await socket.closed).toBe(4403)
  expect((await admin.execute(VIEWER)).data.viewer).toBeNull()
  const now = graphqlAs(app.url, { cookie: cookieOf(answer) })
  expect((await now(VIEWER)).data.viewer.email).toBe(operator.user.email)
})

test('whoever joins in a browser ends the session that it had', async () => {
  const { admin, operators } = await openDesk(app)
  const [operator] = operators
  const email = `new.${operator.user.email}`
  const { link } = await mutate(admin.execute, 'inviteOperator', { email, role: 'OPERATOR' }, 'link')
  const input = { token: link.split('/').at(-1), name: 'New Operator', password: 'a good password' }
  await mutate(operator.execute, 'acceptOperatorInvitation', input, 'viewer { email }')
  expect((await operator.execute(VIEWER)).data.viewer).toBeNull()
})
