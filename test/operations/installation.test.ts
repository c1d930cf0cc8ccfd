import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enInstallation } from '../../operator-app/src/messages/en-installation.ts'
import { keepProcess } from '../../server/domain/installation/state/keep-process.ts'
import { createVisitorToken } from '../../server/domain/visitors/visitor-token.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { labelOfKind } from '../../server/outbox/lane.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Data, graphqlAs, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

const SECRETS = { METRICS_TOKEN: `metrics-${randomUUID()}`, SMTP_PASSWORD: `smtp-${randomUUID()}` }

const STATE = `{ installation {
  version stores { store isUp latencyMs version }
  processes { role version build startedAt seenAt isSilent
    figures { host operatorSockets visitorSockets filesWaiting memory } }
  load { deliveries { kind sending due waiting overdueSeconds } queues { name jobs } freeFileSpace }
  lastCheck { checkedAt findings { check state found advice } } } }`
const CHECK = 'check { checkedAt findings { check state found advice } }'

let mails: MailServer
/** Two processes of an installation with one account, until a test opens another. */
let app: TestApp
let other: TestApp
let desk: Desk
beforeAll(async () => {
  mails = await startMailServer()
  const variables = {
    SMTP_URL: mails.url.replace('smtp://', `smtp://mailer:${SECRETS.SMTP_PASSWORD}@`),
    MAIL_FROM: 'support@example.com',
    METRICS_TOKEN: SECRETS.METRICS_TOKEN,
  }
  app = await startTestApp({ variables })
  const key = app.services.env.secretKey.toString('base64')
  other = await startTestApp({ variables: { ...variables, SECRET_KEY: key }, stores: app.stores })
  desk = await openDesk(app)
  await mkdir(app.services.env.files.dir, { recursive: true })
})
afterAll(async () => {
  await other.close()
  await app.close()
  await mails.stop()
})

/** Whoever asks within seconds after a run gets its findings: each test begins with none. */
beforeEach(() => app.services.db.installationCheck.deleteMany())

const read = async ({ execute }: Person): Promise<Data> => (await execute(STATE)).data.installation
const check = ({ execute }: Person, input: Record<string, unknown> = {}): Promise<Data> =>
  mutate(execute, 'checkInstallation', input, CHECK)
const findingOf = ({ check: { findings } }: Data, name: string) =>
  findings.find((finding: Data) => finding.check === name)

async function colleague(role: 'ADMIN' | 'SUPERVISOR', url = app.url): Promise<Person> {
  const user = await makeUser(app.services, { accountId: desk.account.id, role })
  const { cookie, viewer } = await signedIn(app.services, user.id)
  return { user, viewer, cookie, execute: graphqlAs(url, { cookie }) }
}

test('an admin sees the stores, what waits to be sent, and every process until some time after it has died', async () => {
  const { db } = app.services
  const item = await db.outboxItem.create({
    data: {
      ...{ accountId: desk.account.id, receiverId: randomUUID(), kind: 'WEBHOOK', lane: 'WEBHOOK:nobody' },
      nextAttemptAt: new Date(Date.now() - 3_600_000),
    },
  })
  const stops = await Promise.all([keepProcess(app.services), keepProcess(other.services)])
  const { stores, processes, load } = await read(desk.admin)
  const names = app.stores.redisUrl ? ['POSTGRESQL', 'REDIS'] : ['POSTGRESQL']
  expect(stores.map(({ store }: Data) => store)).toEqual(names)
  for (const { isUp, version } of stores)
    expect([isUp, version]).toEqual([true, expect.stringMatching(/^\d/)])
  expect(load.deliveries.find(({ kind }: Data) => kind === 'webhook')).toMatchObject({ due: 1, waiting: 0 })
  expect(load.freeFileSpace).toBeGreaterThan(0)
  expect(load.queues.every(({ jobs }: Data) => jobs !== null)).toBe(true)
  expect(processes).toHaveLength(2)
  expect(processes[0]).toMatchObject({ role: 'all', isSilent: false, figures: { operatorSockets: 0 } })
  expect(processes[0].figures.memory).toBeGreaterThan(0)
  await stops[1]?.()
  await db.runningProcess.updateMany({ data: { seenAt: new Date(Date.now() - 60_000) } })
  expect((await read(desk.admin)).processes).toMatchObject([{ isSilent: true }])
  await db.runningProcess.updateMany({ data: { seenAt: new Date(Date.now() - 3_600_000) } })
  expect((await read(desk.admin)).processes).toEqual([])
  await stops[0]?.()
  expect(await db.runningProcess.count()).toBe(0)
  await db.outboxItem.delete({ where: { id: item.id } })
})

test('two admins who run the checks at the same time, in two processes, share one run, and others see it later', async () => {
  const second = await colleague('ADMIN', other.url)
  const [one, two] = await Promise.all([check(desk.admin), check(second)])
  expect(one.check).toEqual(two.check)
  expect(findingOf(one, 'POSTGRESQL').found).toMatch(/^PostgreSQL \d/)
  expect(findingOf(one, 'ADDRESS')).toMatchObject({ state: 'FAILED', advice: expect.any(String) })
  expect(findingOf(one, 'SECRET_KEY').state).toBe('OK')
  expect(findingOf(one, 'MAIL')).toBeUndefined()
  expect((await read(second)).lastCheck).toEqual(one.check)
  // Just after it, nothing runs again; but whoever has mended something does not read the old findings.
  expect((await check(desk.admin)).check.checkedAt).toBe(one.check.checkedAt)
  await app.services.db.installationCheck.updateMany({
    data: { finishedAt: new Date(Date.now() - 6_000), startedAt: new Date(Date.now() - 7_000) },
  })
  expect((await check(desk.admin)).check.checkedAt).not.toBe(one.check.checkedAt)
})

test('a run whose process has died is taken over', async () => {
  const { db } = app.services
  await db.installationCheck.create({ data: { startedAt: new Date(Date.now() - 60_000) } })
  expect((await check(desk.admin)).check.findings.length).toBeGreaterThan(10)
})

test('the test mail goes to who asks for it, at most five an hour, and is not in what others see', async () => {
  const second = await colleague('ADMIN')
  const answers = [await check(second, { sendsTestMail: true })]
  // The server knows nobody who signs in, so what is wrong is told, without the password.
  expect(findingOf(answers[0], 'MAIL')).toMatchObject({ state: 'FAILED', advice: expect.any(String) })
  expect((await read(desk.admin)).lastCheck.findings.map((each: Data) => each.check)).not.toContain('MAIL')
  for (let n = 1; n < 5; n++) answers.push(await check(second, { sendsTestMail: true }))
  expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([])
  expect((await check(second, { sendsTestMail: true })).userErrors).toMatchObject([{ code: 'RATE_LIMITED' }])
  const open = await startTestApp({
    variables: { SMTP_URL: mails.url, MAIL_FROM: 'support@example.com' },
    stores: app.stores,
  })
  const third = await colleague('ADMIN', open.url)
  expect(findingOf(await check(third, { sendsTestMail: true }), 'MAIL')).toMatchObject({ state: 'OK' })
  const [mail] = await mails.waitFor(third.user.email)
  expect(mail?.to).toEqual([third.user.email])
  await open.close()
})

test('nothing that an admin reads contains a secret', async () => {
  const { env, databaseUrl } = app.services
  const seen = JSON.stringify([await check(desk.admin, { sendsTestMail: true }), await read(desk.admin)])
  const password = new URL(databaseUrl).password
  const secrets = [...Object.values(SECRETS), databaseUrl, env.secretKey.toString('base64'), env.redis?.url]
  for (const secret of [...secrets, password && `:${password}@`])
    if (secret) expect(seen).not.toContain(secret)
})

test('only admins read the state and run the checks, also with their API tokens', async () => {
  const token = await mutate(desk.admin.execute, 'createApiToken', { name: 'monitoring' }, 'token')
  const program = graphqlAs(app.url, { token: token.token })
  expect((await program(STATE)).data.installation.stores[0].isUp).toBe(true)
  expect((await mutate(program, 'checkInstallation', {}, CHECK)).check.findings.length).toBeGreaterThan(10)
  await app.services.db.installationCheck.deleteMany()
  for (const { execute } of [desk.operators[0], await colleague('SUPERVISOR')]) {
    const { data, errors } = await execute(STATE)
    expect([data.installation, errors?.[0]?.extensions?.code]).toEqual([null, 'FORBIDDEN'])
    const { check: run, userErrors } = await mutate(
      execute,
      'checkInstallation',
      { sendsTestMail: true },
      CHECK,
    )
    expect([run, userErrors[0]?.code]).toEqual([null, 'FORBIDDEN'])
  }
  await desk.say('a', 'Hello')
  const { channelId, visitorId } = await desk.chatOf('a')
  const visitor = createVisitorToken(app.services.env.secretKey, {
    ...{ channelId, visitorId },
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  const strangers = [
    [graphqlAs(app.url, { token: visitor }), 'FORBIDDEN'],
    [graphqlAs(app.url), 'UNAUTHENTICATED'],
  ] as const
  for (const [execute, code] of strangers) {
    for (const document of [STATE, `mutation { checkInstallation(input: {}) { ${CHECK} } }`]) {
      expect((await execute(document)).errors?.[0]?.extensions?.code).toBe(code)
    }
  }
  expect(await app.services.db.installationCheck.count()).toBe(0)
})

test('with a second account, admins of both see what works, and nothing about each other or the machines', async () => {
  const foreign = await openDesk(app)
  await foreign.say('b', 'a secret of the visitor')
  const stop = await keepProcess(app.services)
  for (const { admin } of [desk, foreign]) {
    const checked = await check(admin)
    const state = await read(admin)
    expect(findingOf(checked, 'POSTGRESQL')).toMatchObject({ found: null, advice: null })
    expect(findingOf(checked, 'SECRET_KEY').state).toBe('OK')
    expect(state.load).toBeNull()
    expect(state.processes).toMatchObject([{ role: 'all', figures: null }])
    expect(state.stores[0]).toMatchObject({ store: 'POSTGRESQL', isUp: true, version: null })
    for (const { found, advice } of state.lastCheck.findings) expect([found, advice]).toEqual([null, null])
  }
  await stop()
})

test('the page has a name for everything that is sent', () => {
  const labels = outboxKinds.map(({ name }) => labelOfKind(name))
  expect(Object.keys(enInstallation.kinds).toSorted()).toEqual(labels.toSorted())
})
