import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, makeUser, PASSWORD, signedIn } from '../support/factories.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const TOKENS = '{ viewer { email apiTokens { id name lastFour lastUsedAt } } }'

async function makeToken() {
  const { admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  const browser = graphqlAs(app.url, { cookie })
  const payload = await mutate(
    browser,
    'createApiToken',
    { name: 'Reports' },
    'token apiToken { id lastFour }',
  )
  return { admin, browser, token: payload.token as string, apiToken: payload.apiToken }
}

test('a personal token does what its owner may, and shows when it was used', async () => {
  const { admin, browser, token } = await makeToken()
  expect(token).toMatch(/^swb_[\w-]{43}$/)
  const before = await browser(TOKENS)
  expect(before.data.viewer.apiTokens).toEqual([
    { id: expect.any(String), name: 'Reports', lastFour: token.slice(-4), lastUsedAt: null },
  ])
  const used = await graphqlAs(app.url, { token })(TOKENS)
  expect(used.data.viewer.email).toBe(admin.email)
  const after = await browser(TOKENS)
  expect(Date.parse(after.data.viewer.apiTokens[0].lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
})

test('the database does not hold the token', async () => {
  const { admin, token } = await makeToken()
  const row = await app.services.db.apiToken.findFirstOrThrow({ where: { userId: admin.id } })
  const secret = token.slice('swb_'.length)
  expect(Buffer.from(row.tokenHash).toString('latin1')).not.toContain(secret)
  expect(JSON.stringify({ ...row, tokenHash: null })).not.toContain(secret)
})

test('a revoked token is nobody, also beside a good cookie', async () => {
  const { admin, browser, token, apiToken } = await makeToken()
  expect((await mutate(browser, 'revokeApiToken', { id: apiToken.id })).userErrors).toEqual([])
  const { cookie } = await signedIn(app.services, admin.id)
  for (const caller of [{ token }, { token, cookie }]) {
    expect((await graphqlAs(app.url, caller)(TOKENS)).status).toBe(401)
  }
  expect((await browser(TOKENS)).data.viewer.apiTokens).toEqual([])
})

test('a revoked token is no node any more', async () => {
  const { browser, apiToken } = await makeToken()
  const { id } = apiToken
  const node = async () =>
    (await browser('query ($id: ID!) { node(id: $id) { ... on ApiToken { name } } }', { id })).data.node
  expect(await node()).toEqual({ name: 'Reports' })
  const revoked = await mutate(browser, 'revokeApiToken', { id }, 'apiToken { name }')
  expect(revoked.apiToken).toEqual({ name: 'Reports' })
  expect(await node()).toBeNull()
})

test('a token cannot make other tokens or change the password', async () => {
  const { token } = await makeToken()
  const program = graphqlAs(app.url, { token })
  const password = { currentPassword: PASSWORD, newPassword: 'another good password' }
  for (const [name, input] of [
    ['createApiToken', { name: 'More' }],
    ['changePassword', password],
  ] as const) {
    expect((await mutate(program, name, input)).userErrors[0].code).toBe('FORBIDDEN')
  }
})

test('a token makes nobody an admin, and invites none', async () => {
  const { admin, token } = await makeToken()
  const { id } = await makeUser(app.services, { accountId: admin.accountId })
  const program = graphqlAs(app.url, { token })
  const forbidden = [expect.objectContaining({ code: 'FORBIDDEN' })]
  const email = () => `${randomUUID()}@example.com`
  const promoted = await mutate(program, 'updateOperator', { id: globalId('Operator', id), role: 'ADMIN' })
  expect(promoted.userErrors).toEqual(forbidden)
  expect((await mutate(program, 'inviteOperator', { email: email(), role: 'ADMIN' })).userErrors).toEqual(
    forbidden,
  )
  expect((await mutate(program, 'inviteOperator', { email: email(), role: 'OPERATOR' })).userErrors).toEqual(
    [],
  )
})

test('a token needs a name', async () => {
  const { browser } = await makeToken()
  const names = { BLANK: ['', '   '], TOO_LONG: ['x'.repeat(101)], INVALID: ['two\nlines'] }
  const wrong = Object.entries(names).flatMap(([code, list]) => list.map((name) => [code, name]))
  for (const [code, name] of wrong) {
    expect((await mutate(browser, 'createApiToken', { name })).userErrors[0]).toMatchObject({
      code,
      field: ['input', 'name'],
    })
  }
})

test('a token can expire: the list says when, and from then on every transport says that it has', async () => {
  const { admin, browser } = await makeToken()
  const { db } = app.services
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const input = { name: 'For an hour', expiresAt }
  const payload = await mutate(browser, 'createApiToken', input, 'token apiToken { expiresAt }')
  expect(payload.apiToken).toEqual({ expiresAt })
  const listed = await browser('{ viewer { apiTokens { name expiresAt } } }')
  expect(listed.data.viewer.apiTokens).toEqual([
    { name: 'For an hour', expiresAt },
    { name: 'Reports', expiresAt: null },
  ])
  const program = graphqlAs(app.url, payload)
  expect((await program(TOKENS)).data.viewer.email).toBe(admin.email)
  const past = new Date(Date.now() - 1_000)
  await db.apiToken.updateMany({
    where: { userId: admin.id, name: 'For an hour' },
    data: { expiresAt: past },
  })
  const message = `This API token expired at ${past.toISOString()}. Create a new one.`
  const refused = await program(TOKENS)
  expect(refused.errors?.[0]).toMatchObject({ message, extensions: { code: 'UNAUTHENTICATED' } })
  const upload = await fetch(`${app.url}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payload.token}` },
    body: new FormData(),
  })
  expect(upload.status).toBe(401)
  expect(await upload.json()).toEqual({ error: { code: 'unauthenticated', message } })
  expect((await browser(TOKENS)).data.viewer.apiTokens).toHaveLength(2)
})

test('a token cannot expire before it is made', async () => {
  const { browser } = await makeToken()
  const input = { name: 'Yesterday', expiresAt: new Date(Date.now() - 1_000).toISOString() }
  expect((await mutate(browser, 'createApiToken', input)).userErrors[0]).toMatchObject({
    code: 'INVALID',
    field: ['input', 'expiresAt'],
  })
})

test('the token of somebody who is no longer an admin has an operator’s rights', async () => {
  const { admin, token } = await makeToken()
  const program = graphqlAs(app.url, { token })
  const ask = () => program('{ operatorInvitations(first: 1) { edges { node { id } } } }')
  expect((await ask()).errors).toBeUndefined()
  await app.services.db.user.update({ where: { id: admin.id }, data: { role: 'OPERATOR' } })
  expect((await ask()).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
})
