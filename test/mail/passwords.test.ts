import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiToken } from '../../server/domain/api-tokens/create-api-token.ts'
import { verifyPassword } from '../../server/domain/sessions/passwords.ts'
import { Prisma, type User } from '../../server/generated/prisma/client.ts'
import type { TestApp } from '../support/app.ts'
import { makeAccount, makeUser, PASSWORD, signedIn } from '../support/factories.ts'
import { graphqlAs, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'
import { standing, waitBetweenAttempts } from './support.ts'

let server: MailServer
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  app = await startSwitchboard({ variables: { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' } })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

let callers = 0
const stranger = () => graphqlAs(app.url, { address: `198.51.100.${++callers}` })
const ask = (email: string) => mutate(stranger(), 'requestPasswordReset', { email })
const reset = (token: string, password = 'a whole new password', more: object = {}) =>
  mutate(stranger(), 'resetPassword', { token, password, ...more })
const mailsOf = (email: string) => app.services.db.mail.findMany({ where: { recipient: email } })

async function linkOf({ email }: User): Promise<string> {
  const [mail] = await server.waitFor(email)
  return /\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function person() {
  const { account, admin } = await makeAccount(app.services)
  return { account, admin, user: await makeUser(app.services, { accountId: account.id }) }
}

test('whoever forgot their password sets another by a link that works once, and every session ends', async () => {
  const { user } = await person()
  const { cookie } = await signedIn(app.services, user.id)
  expect((await ask(user.email.toUpperCase())).userErrors).toEqual([])
  const token = await linkOf(user)
  const [mail] = await server.waitFor(user.email)
  expect(mail?.html).toContain(`href="${app.services.env.http.publicUrl}/reset/${token}"`)
  expect((await reset(token, 'short')).userErrors).toMatchObject([{ code: 'INVALID' }])
  expect((await reset(token)).userErrors).toEqual([])
  expect((await graphqlAs(app.url, { cookie })('{ viewer { email } }')).data?.viewer ?? null).toBeNull()
  expect((await reset(token)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  const enter = (password: string) => mutate(stranger(), 'signIn', { email: user.email, password })
  expect((await enter(PASSWORD)).userErrors).toMatchObject([{ code: 'SIGN_IN_FAILED' }])
  expect((await enter('a whole new password')).userErrors).toEqual([])
})

test('whoever asks while the database refuses gets the link a moment later', async () => {
  const { user } = await person()
  const { db, metrics } = app.services
  const failures = async () => {
    const { values } = await metrics.jobSeconds.get()
    return values.find(
      ({ metricName, labels: { kind, outcome } }) =>
        metricName === 'switchboard_job_seconds_count' &&
        kind === 'send-password-reset' &&
        outcome === 'failed',
    )?.value
  }
  const before = Number(await failures())
  await db.$executeRawUnsafe(
    `ALTER TABLE "PasswordReset" ADD CONSTRAINT broken CHECK ("userId" <> '${user.id}')`,
  )
  try {
    expect((await ask(user.email)).userErrors).toEqual([])
    await expect.poll(failures).toBeGreaterThan(before)
  } finally {
    await db.$executeRawUnsafe('ALTER TABLE "PasswordReset" DROP CONSTRAINT broken')
  }
  expect((await reset(await linkOf(user))).userErrors).toEqual([])
})

test('another password leaves API tokens, and revokes them if asked to', async () => {
  for (const revokeApiTokens of [false, true]) {
    const { user } = await person()
    const { viewer } = await signedIn(app.services, user.id)
    const { token: apiToken } = await createApiToken(app.services, { viewer, name: 'CI' })
    await ask(user.email)
    expect((await reset(await linkOf(user), undefined, { revokeApiTokens })).userErrors).toEqual([])
    const { data } = await graphqlAs(app.url, { token: apiToken })('{ viewer { email } }')
    expect(data?.viewer ?? null).toEqual(revokeApiTokens ? null : { email: user.email })
  }
})

test('a link that is opened twice at the same moment sets one password', async () => {
  const { user } = await person()
  await ask(user.email)
  const token = await linkOf(user)
  const answers = await Promise.all([
    reset(token, 'password number one'),
    reset(token, 'password number two'),
  ])
  expect(answers.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1)
})

test('of two links of one person that are opened at the same moment, one sets the password', async () => {
  const { user } = await person()
  await ask(user.email)
  await ask(user.email)
  const mails = await server.waitFor(user.email, 2)
  const tokens = mails.map(({ text }) => /\/reset\/([\w-]+)/.exec(text)?.[1] ?? '')
  const { db } = app.services
  const opened = await whileHeld(
    db,
    Prisma.sql`SELECT 1 FROM "User" WHERE id = ${user.id}::uuid FOR UPDATE`,
    async () => {
      const answers = tokens.map((token) => reset(token))
      await untilLocked(db, '"User"', 2)
      return answers
    },
  )
  const refused = (await Promise.all(opened)).flatMap(({ userErrors }) => userErrors)
  expect(refused).toMatchObject([{ code: 'NOT_FOUND' }])
})

test('a stranger, and somebody who was deactivated, get the same answer and no mail', async () => {
  const { user, account } = await person()
  const known = await makeUser(app.services, { accountId: account.id })
  await app.services.db.user.update({ where: { id: user.id }, data: { deactivatedAt: new Date() } })
  const nobody = `nobody-${user.email}`
  const answers = [await ask(nobody), await ask(user.email), await ask(known.email)]
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  // Jobs are worked in their order, two at a time.
  await linkOf(known)
  await expect.poll(() => app.services.queues.depth('password-resets')).toBe(0)
  expect([...(await mailsOf(nobody)), ...(await mailsOf(user.email))]).toEqual([])
})

test('a link ends after an hour, when its owner is deactivated, and when the password is changed', async () => {
  const { db } = app.services
  const { user: late } = await person()
  await ask(late.email)
  const lateToken = await linkOf(late)
  const [{ expiresAt } = { expiresAt: new Date(0) }] = await db.passwordReset.findMany({
    where: { userId: late.id },
  })
  expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(60)
  await db.passwordReset.updateMany({ where: { userId: late.id }, data: { expiresAt: new Date() } })
  expect((await reset(lateToken)).userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'token'] },
  ])

  const { user: gone } = await person()
  await ask(gone.email)
  const goneToken = await linkOf(gone)
  await db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
  expect((await reset(goneToken)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])

  const { user: changed } = await person()
  await ask(changed.email)
  const changedToken = await linkOf(changed)
  const { cookie } = await signedIn(app.services, changed.id)
  const input = { currentPassword: PASSWORD, newPassword: 'changed it myself' }
  expect((await mutate(graphqlAs(app.url, { cookie }), 'changePassword', input)).userErrors).toEqual([])
  expect((await reset(changedToken)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: changed.id } })
  expect(await verifyPassword('changed it myself', passwordHash)).toBe(true)
})

test('nobody who reads the mails, the outbox or the database finds the link', async () => {
  const { user, admin } = await person()
  await ask(user.email)
  const token = await linkOf(user)
  const { cookie } = await signedIn(app.services, admin.id)
  const { data } = await graphqlAs(app.url, { cookie })(
    '{ mails { edges { node { kind recipient text html errorMessage log { detail } } } } }',
  )
  expect(data.mails.edges[0].node).toMatchObject({ kind: 'PASSWORD_RESET', recipient: user.email })
  expect(data.mails.edges[0].node.text).toContain('https://not-shown.invalid/')
  const [mail] = await mailsOf(user.email)
  const item = await app.services.db.outboxItem.findUnique({
    where: { id: mail?.id ?? '' },
    include: { log: true },
  })
  const reader = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  expect(JSON.stringify([data, mail, item], reader)).not.toContain(token)
  await expect.poll(async () => (await mailsOf(user.email))[0]?.linkEncrypted).toBeNull()
})

test('somebody gets at most three links at a time, and a network asks at most twenty times in 15 minutes', async () => {
  const { user } = await person()
  for (let time = 0; time < 5; time++) await ask(user.email)
  await expect.poll(() => app.services.queues.depth('password-resets')).toBe(0)
  expect(await mailsOf(user.email)).toHaveLength(3)
  const one = graphqlAs(app.url, { address: '203.0.113.77' })
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => mutate(one, 'requestPasswordReset', { email: 'nobody@example.com' })),
  )
  expect(answers.flatMap(({ userErrors }) => userErrors)).toMatchObject([{ code: 'RATE_LIMITED' }])
})

test('a link that expired before its mail could leave is not sent', async () => {
  const { user } = await person()
  await server.stop()
  await ask(user.email)
  await expect.poll(async () => (await mailsOf(user.email)).length).toBe(1)
  const [mail] = await mailsOf(user.email)
  const id = mail?.id ?? ''
  await standing(app.services, id, 'PENDING', 1)
  await app.services.db.mail.update({ where: { id }, data: { expiresAt: new Date() } })
  await server.restart()
  await waitBetweenAttempts(app.services, id)
  await standing(app.services, id, 'SKIPPED')
})
