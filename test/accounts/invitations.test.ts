import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { cookieOf, type Execute, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const newEmail = () => `${randomUUID()}@example.com`
const PREVIEW = `query ($token: String!) {
  operatorInvitation(token: $token) { accountName email role invitedByName }
}`
const ACCEPT = `mutation ($input: AcceptOperatorInvitationInput!) {
  acceptOperatorInvitation(input: $input) { viewer { email operator { name role } } userErrors { code field } }
}`
const PENDING = '{ operatorInvitations(first: 10) { edges { node { id email role valid } } } }'

async function asAdmin() {
  const { account, admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  return { account, admin, execute: graphqlAs(app.url, { cookie }) }
}

async function invite(execute: Execute, email = newEmail(), role = 'OPERATOR') {
  const payload = await mutate(execute, 'inviteOperator', { email, role }, 'link operatorInvitation { id }')
  return { ...payload, email, token: String(payload.link).split('/').at(-1) ?? '' }
}

function accept(token: string, input = {}) {
  const variables = { input: { token, name: 'New Operator', password: 'a good password', ...input } }
  return graphqlAs(app.url)(ACCEPT, variables)
}

test('somebody joins by a link and is signed in', async () => {
  const { account, admin, execute } = await asAdmin()
  const { link, token, email } = await invite(execute, newEmail().toUpperCase())
  expect(link).toBe(`${app.services.env.http.publicUrl}/join/${token}`)
  const stranger = graphqlAs(app.url)
  expect((await stranger(PREVIEW, { token })).data.operatorInvitation).toEqual({
    accountName: account.name,
    email: email.toLowerCase(),
    role: 'OPERATOR',
    invitedByName: admin.name,
  })
  const answer = await accept(token)
  expect(answer.data.acceptOperatorInvitation).toEqual({
    viewer: { email: email.toLowerCase(), operator: { name: 'New Operator', role: 'OPERATOR' } },
    userErrors: [],
  })
  const joined = await graphqlAs(app.url, { cookie: cookieOf(answer) })('{ viewer { account { name } } }')
  expect(joined.data.viewer.account.name).toBe(account.name)
  expect((await execute(PENDING)).data.operatorInvitations.edges).toEqual([])
})

test('whoever joins answers the channels and belongs to the departments that the invitation says', async () => {
  const { account, execute } = await asAdmin()
  const { db } = app.services
  const [support, sales] = await Promise.all(
    [1, 2].map(() => makeChannel(app.services, { accountId: account.id })),
  )
  const create = async (name: string) =>
    (await mutate(execute, 'createDepartment', { name, memberIds: [] }, 'department { id name }')).department
  const [billing, closed] = [await create('Billing'), await create('Closed soon')]
  const input = {
    email: newEmail(),
    role: 'OPERATOR',
    channelIds: [support, sales].map((channel) => globalId('Channel', channel?.id ?? '')),
    departmentIds: [billing.id, closed.id],
  }
  const invited = await mutate(
    execute,
    'inviteOperator',
    input,
    'link operatorInvitation { channels { id } departments { name } }',
  )
  expect(invited.operatorInvitation).toMatchObject({
    channels: expect.arrayContaining(input.channelIds.map((id) => ({ id }))),
    departments: [{ name: 'Billing' }, { name: 'Closed soon' }],
  })
  // What is gone by then is passed over.
  await mutate(execute, 'deleteDepartment', { id: closed.id })
  await db.channel.update({ where: { id: sales?.id ?? '' }, data: { deletedAt: new Date() } })
  const cookie = cookieOf(await accept(invited.link.split('/').at(-1)))
  const MINE = '{ channels(first: 5) { nodes { id } } viewer { operator { departments { name } } } }'
  expect((await graphqlAs(app.url, { cookie })(MINE)).data).toEqual({
    channels: { nodes: [{ id: globalId('Channel', support?.id ?? '') }] },
    viewer: { operator: { departments: [{ name: 'Billing' }] } },
  })
  const events = await db.event.findMany({ where: { accountId: account.id }, orderBy: { id: 'asc' } })
  expect(events.slice(-4).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['OPERATOR_CREATED', 'DEPARTMENT_UPDATED', 'CHANNEL_UPDATED']),
  )
})

test('nobody is invited to the channels and departments of another account', async () => {
  const [ours, theirs] = [await asAdmin(), await asAdmin()]
  const channel = await makeChannel(app.services, { accountId: theirs.account.id })
  const { department } = await mutate(
    theirs.execute,
    'createDepartment',
    { name: 'Theirs', memberIds: [] },
    'department { id }',
  )
  const input = { channelIds: [globalId('Channel', channel.id)], departmentIds: [department.id] }
  const refused = await mutate(ours.execute, 'inviteOperator', {
    email: newEmail(),
    role: 'OPERATOR',
    ...input,
  })
  expect(refused.userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'channelIds', '0'] },
    { code: 'NOT_FOUND', field: ['input', 'departmentIds', '0'] },
  ])
})

test('a link works once, also when it is opened twice at the same moment', async () => {
  const { account, execute } = await asAdmin()
  const { token, email } = await invite(execute)
  const answers = await Promise.all([accept(token), accept(token), accept(token)])
  const joined = answers.filter(({ data }) => data.acceptOperatorInvitation.viewer)
  expect(joined).toHaveLength(1)
  expect(await app.services.db.user.count({ where: { accountId: account.id, email } })).toBe(1)
  expect((await graphqlAs(app.url)(PREVIEW, { token })).data.operatorInvitation).toBeNull()
})

test('a second invitation for the same e-mail ends the first', async () => {
  const { execute } = await asAdmin()
  const first = await invite(execute)
  const [second, third] = await Promise.all([
    invite(execute, first.email),
    invite(execute, first.email, 'ADMIN'),
  ])
  const { data } = await execute(PENDING)
  expect(data.operatorInvitations.edges).toHaveLength(1)
  const alive = data.operatorInvitations.edges[0].node.id === second.operatorInvitation.id ? second : third
  for (const { token } of [first, second, third].filter((invitation) => invitation !== alive)) {
    expect((await accept(token)).data.acceptOperatorInvitation.userErrors[0].code).toBe('NOT_FOUND')
  }
  expect((await accept(alive.token)).data.acceptOperatorInvitation.userErrors).toEqual([])
})

test('an invitation that was revoked or is a week old does not work', async () => {
  const { execute } = await asAdmin()
  const revoked = await invite(execute)
  await mutate(execute, 'revokeOperatorInvitation', { id: revoked.operatorInvitation.id })
  const old = await invite(execute)
  const { db } = app.services
  const row = await db.userInvitation.findFirstOrThrow({ where: { email: old.email } })
  expect(Math.round((row.expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(7 * 24)
  await db.userInvitation.update({ where: { id: row.id }, data: { expiresAt: new Date(Date.now() - 1) } })
  for (const { token } of [revoked, old]) {
    expect((await graphqlAs(app.url)(PREVIEW, { token })).data.operatorInvitation).toBeNull()
    expect((await accept(token)).data.acceptOperatorInvitation.userErrors[0].code).toBe('NOT_FOUND')
  }
})

test('an invitation that was accepted or revoked, or has expired, is not valid', async () => {
  const { execute } = await asAdmin()
  const [open, accepted, revoked, old] = [
    await invite(execute),
    await invite(execute),
    await invite(execute),
    await invite(execute),
  ]
  await accept(accepted.token)
  const { id } = revoked.operatorInvitation
  const answer = await mutate(execute, 'revokeOperatorInvitation', { id }, 'operatorInvitation { valid }')
  expect(answer.operatorInvitation).toEqual({ valid: false })
  await app.services.db.userInvitation.updateMany({
    where: { email: old.email },
    data: { expiresAt: new Date(Date.now() - 1) },
  })
  const ids = [open, accepted, revoked, old].map(({ operatorInvitation }) => operatorInvitation.id)
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on OperatorInvitation { valid } } }'
  const { data } = await execute(query, { ids })
  expect(data.nodes.map(({ valid }: { valid: boolean }) => valid)).toEqual([true, false, false, false])
})

test('the e-mail of somebody who has a user is refused', async () => {
  const { account, execute } = await asAdmin()
  const colleague = await makeUser(app.services, { accountId: account.id })
  const { userErrors } = await invite(execute, colleague.email)
  expect(userErrors[0]).toMatchObject({ code: 'TAKEN', field: ['input', 'email'] })
})

test('an e-mail that was taken after the invitation is refused when it is accepted', async () => {
  const { account, execute } = await asAdmin()
  const { token, email } = await invite(execute)
  const user = await makeUser(app.services, { accountId: account.id })
  await app.services.db.user.update({ where: { id: user.id }, data: { email } })
  expect((await accept(token)).data.acceptOperatorInvitation.userErrors[0].code).toBe('TAKEN')
})

test('what is typed in is checked before anybody joins', async () => {
  const { execute } = await asAdmin()
  const emails = [
    ['BLANK', ''],
    ['INVALID', 'nobody'],
    ['TOO_LONG', `${'x'.repeat(250)}@example.com`],
  ]
  for (const [code, email] of emails) {
    const { userErrors } = await invite(execute, email)
    expect(userErrors[0]).toMatchObject({ code, field: ['input', 'email'] })
  }
  const { token } = await invite(execute)
  for (const [field, value, code] of [
    ['name', ' ', 'BLANK'],
    ['password', 'too short', 'INVALID'],
  ] as const) {
    const { data } = await accept(token, { [field]: value })
    expect(data.acceptOperatorInvitation.userErrors[0]).toEqual({
      code,
      field: ['input', field],
    })
  }
  expect((await accept(token)).data.acceptOperatorInvitation.userErrors).toEqual([])
})

describe('an invitation ends with the rights of who sent it', () => {
  /** A second admin sends a link. */
  async function sentByAnother() {
    const { account, execute } = await asAdmin()
    const sender = await makeUser(app.services, { accountId: account.id, role: 'ADMIN' })
    const { cookie } = await signedIn(app.services, sender.id)
    const invitation = await invite(graphqlAs(app.url, { cookie }), newEmail(), 'ADMIN')
    const listed = async () => (await execute(PENDING)).data.operatorInvitations.edges[0]?.node
    const works = async () => {
      const { token } = invitation
      return (await graphqlAs(app.url)(PREVIEW, { token })).data.operatorInvitation !== null
    }
    return { execute, sender, id: globalId('Operator', sender.id), invitation, listed, works }
  }

  test('who was deactivated: the link does not work, the list shows it, and it can be taken away', async () => {
    const { execute, id, invitation, listed, works } = await sentByAnother()
    expect([await works(), (await listed()).valid]).toEqual([true, true])
    await mutate(execute, 'deactivateOperator', { id })
    expect([await works(), (await listed()).valid]).toEqual([false, false])
    const { data } = await accept(invitation.token)
    expect(data.acceptOperatorInvitation.userErrors[0].code).toBe('NOT_FOUND')
    await mutate(execute, 'revokeOperatorInvitation', { id: invitation.operatorInvitation.id })
    expect(await listed()).toBeUndefined()
  })

  test('who is no longer an admin, for good: it does not work either when they are one again', async () => {
    const { execute, id, listed, works } = await sentByAnother()
    for (const role of ['OPERATOR', 'ADMIN']) {
      await mutate(execute, 'updateOperator', { id, role })
      expect([await works(), (await listed()).valid]).toEqual([false, false])
    }
  })

  test('whatever took them: also when it was none of our own verbs', async () => {
    const { sender, listed, works } = await sentByAnother()
    const { db } = app.services
    await db.user.update({ where: { id: sender.id }, data: { role: 'OPERATOR' } })
    expect([await works(), (await listed()).valid]).toEqual([false, false])
  })

  test('a new invitation of another admin for the same e-mail works', async () => {
    const { execute, id, invitation, works } = await sentByAnother()
    await mutate(execute, 'deactivateOperator', { id })
    const again = await invite(execute, invitation.email)
    expect((await accept(again.token)).data.acceptOperatorInvitation.userErrors).toEqual([])
    expect(await works()).toBe(false)
  })
})
