import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '../../server/domain/mail/signed-token.ts'
import type { Role } from '../../server/domain/operators/role.ts'
import { queueWeeklyReports } from '../../server/domain/reports/weekly/queue-weekly-reports.ts'
import { storeWeeklyReport } from '../../server/domain/reports/weekly/set-weekly-report.ts'
import { bytesOfUuid } from '../../server/text/uuid.ts'
import type { TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'
import { addPastChat, countEverything, type PastChat } from './past-chats.ts'

let server: MailServer
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  app = await startSwitchboard({ variables: { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' } })
  // Until a new installation knows that there are no chats from before, no report is complete.
  await until(async () => expect(await app.services.db.chatFactBackfill.count()).toBe(0))
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const SOON = { timeout: PATIENCE_MS }
/** Mondays of a future that no sweep of this installation reaches: it is about what they say, and not about today. */
const WEEK = '2090-01-09'
const DUE = new Date('2090-01-09T13:00:00Z')
const NEXT = new Date('2090-01-16T13:00:00Z')

async function enter({ account }: Desk, role: Role): Promise<Person> {
  const user = await makeUser(app.services, { accountId: account.id, role })
  const { cookie, viewer } = await signedIn(app.services, user.id)
  return { user, viewer, cookie, execute: graphqlAs(app.url, { cookie }) }
}

/** They have chosen it in the week before. */
const want = ({ user }: Person) =>
  storeWeeklyReport(app.services.db, {
    userId: user.id,
    isWanted: true,
    now: new Date('2090-01-04T12:00:00Z'),
  })

const choose = (person: Person, isWanted: boolean) =>
  mutate(person.execute, 'setWeeklyReport', { isWanted }, 'viewer { getsWeeklyReport }')

const itemsOf = ({ user }: Person) =>
  app.services.db.outboxItem.findMany({ where: { receiverId: user.id, kind: 'WEEKLY_REPORT' } })

/** Their first item need not wait for its next attempt. */
async function attemptNow(person: Person) {
  const [item] = await itemsOf(person)
  await app.services.db.outboxItem.update({
    where: { id: item?.id ?? '' },
    data: { nextAttemptAt: new Date() },
  })
  await app.services.waker.wake([item?.lane ?? ''])
}

/** As many chats, of which an operator has answered all but one after a minute. */
async function addChats(desk: Desk, count: number, startedAt: string, more: Partial<PastChat> = {}) {
  for (let index = 0; index < count; index += 1) {
    await addPastChat(app.services, desk, {
      startedAt: new Date(startedAt),
      said:
        index === 0
          ? [[0, 'VISITOR']]
          : [
              [0, 'VISITOR'],
              [60, 'OPERATOR'],
            ],
      lasts: 600,
      ...more,
    })
  }
  await countEverything(app.services, desk)
}

test('has the figures of last week next to those of the week before, and leads to the report', async () => {
  const desk = await openDesk(app)
  await addChats(desk, 4, '2090-01-08T20:00:00Z')
  await addChats(desk, 2, '2089-12-27T20:00:00Z')
  // Of this week and of long ago.
  await addChats(desk, 3, '2090-01-09T09:00:00Z')
  await addChats(desk, 3, '2089-12-25T20:00:00Z')
  await want(desk.admin)
  await queueWeeklyReports(app.services, DUE)
  const [mail] = await server.waitFor(desk.admin.user.email)
  expect(mail?.text).toMatch(
    new RegExp(
      `^The week at ${desk.account.name}\\n\\nAll chats that were closed January 2.{3}8, 2090, next to`,
    ),
  )
  const report = 'http.*/reports\\?from=2090-01-02&to=2090-01-08&compare=true'
  for (const line of [
    'Chats: 4 \\(the week before: 2\\)',
    'Answered: 3 \\(75%\\) \\(the week before: 1 \\(50%\\)\\)',
    'Missed: 1 \\(25%\\) \\(the week before: 1 \\(50%\\)\\)',
    'First reply: 1 min, 90% within 1 min \\(the week before: 1 min, 90% within 1 min\\)',
  ])
    expect(mail?.text).toMatch(new RegExp(`^${line}\\n${report}$`, 'm'))
  expect(mail?.text).not.toContain('Rated')
  expect(mail?.html).toContain('from=2090-01-02&amp;to=2090-01-08')
})

test('comes on Monday at eight in the time zone of the account, once, however many workers there are', async () => {
  const desk = await openDesk(app)
  await app.services.db.businessHours.create({
    data: { accountId: desk.account.id, timeZone: 'America/New_York', weekly: [] },
  })
  await want(desk.admin)
  await queueWeeklyReports(app.services, new Date('2090-01-09T12:59:00Z'))
  expect(await itemsOf(desk.admin)).toEqual([])
  await Promise.all([1, 2, 3].map(() => queueWeeklyReports(app.services, DUE)))
  await queueWeeklyReports(app.services, new Date('2090-01-12T13:00:00Z'))
  expect(await itemsOf(desk.admin)).toMatchObject([{ data: { week: WEEK } }])
  await server.waitFor(desk.admin.user.email)
  // Nobody was there for two weeks: what is missed by then stays missed.
  await queueWeeklyReports(app.services, new Date('2090-01-26T13:00:00Z'))
  expect((await itemsOf(desk.admin)).map(({ data }) => data)).toEqual([
    { week: WEEK },
    { week: '2090-01-23' },
  ])
})

test('waits until everything of the week is counted', async () => {
  const desk = await openDesk(app)
  await want(desk.admin)
  const ofWeek = { accountId: desk.account.id, span: 'DAY', start: new Date('2090-01-08') } as const
  // No zone of the account is known, so that no sweep counts the day meanwhile.
  await app.services.db.staleReportSpan.create({ data: ofWeek })
  await queueWeeklyReports(app.services, DUE)
  expect(await itemsOf(desk.admin)).toEqual([])
  await app.services.db.staleReportSpan.deleteMany({ where: ofWeek })
  await queueWeeklyReports(app.services, DUE)
  expect(await itemsOf(desk.admin)).toHaveLength(1)
})

test('waits as well when its figures are counted anew while it is on its way', async () => {
  const desk = await openDesk(app)
  await addChats(desk, 4, '2090-01-08T20:00:00Z')
  await want(desk.admin)
  server.reply({ rcpt: 451 })
  await queueWeeklyReports(app.services, DUE)
  await expect.poll(async () => (await itemsOf(desk.admin))[0]?.attempts, SOON).toBe(1)
  server.reply({})
  const ofWeek = { accountId: desk.account.id, span: 'DAY', start: new Date('2090-01-08') } as const
  await app.services.db.$transaction([
    app.services.db.reportZone.deleteMany({ where: { accountId: desk.account.id } }),
    app.services.db.staleReportSpan.create({ data: ofWeek }),
  ])
  await attemptNow(desk.admin)
  await expect.poll(async () => (await itemsOf(desk.admin))[0]?.state, SOON).toBe('SKIPPED')
  await queueWeeklyReports(app.services, DUE)
  expect(await itemsOf(desk.admin)).toHaveLength(1)

  await app.services.db.staleReportSpan.deleteMany({ where: ofWeek })
  await queueWeeklyReports(app.services, DUE)
  expect((await itemsOf(desk.admin)).map(({ data }) => data)).toEqual([{ week: WEEK }, { week: WEEK }])
  const [mail] = await server.waitFor(desk.admin.user.email)
  expect(mail?.text).toMatch(/^Chats: 4 /m)
  await queueWeeklyReports(app.services, DUE)
  expect(await itemsOf(desk.admin)).toHaveLength(2)
})

test('goes to nobody who has not chosen it, and shows supervisors the chats of the channels that they see', async () => {
  const desk = await openDesk(app)
  const [supervisor, another] = [await enter(desk, 'SUPERVISOR'), await enter(desk, 'SUPERVISOR')]
  const { id: channelId } = await makeChannel(app.services, {
    accountId: desk.account.id,
    operatorIds: [supervisor.user.id],
  })
  await addChats(desk, 2, '2090-01-05T10:00:00Z')
  await addChats(desk, 3, '2090-01-05T10:00:00Z', { channelId })
  await want(supervisor)
  await queueWeeklyReports(app.services, DUE)
  const [mail] = await server.waitFor(supervisor.user.email)
  expect(mail?.text).toMatch(/^Chats: 3 /m)
  expect(mail?.text).toContain('Chats of the channels that you see')
  expect([await itemsOf(another), await itemsOf(desk.admin), await itemsOf(desk.operators[0])]).toEqual([
    [],
    [],
    [],
  ])
})

test.each<[string, (desk: Desk, person: Person) => Promise<unknown>]>([
  [
    'was deactivated',
    ({ admin }, { user }) =>
      mutate(admin.execute, 'deactivateOperator', { id: globalId('Operator', user.id) }),
  ],
  [
    'is no supervisor any more',
    ({ admin }, { user }) =>
      mutate(admin.execute, 'updateOperator', { id: globalId('Operator', user.id), role: 'OPERATOR' }),
  ],
  ['wants none', (_desk, person) => choose(person, false)],
])('somebody who %s gets none, also when it is on its way already', async (_name, end) => {
  const desk = await openDesk(app)
  const person = await enter(desk, 'SUPERVISOR')
  await want(person)
  server.reply({ rcpt: 451 })
  await queueWeeklyReports(app.services, DUE)
  await expect.poll(async () => (await itemsOf(person))[0]?.attempts, SOON).toBe(1)
  server.reply({})
  await end(desk, person)
  await attemptNow(person)
  await expect.poll(async () => (await itemsOf(person))[0]?.state, SOON).toBe('SKIPPED')
  await queueWeeklyReports(app.services, NEXT)
  expect(await itemsOf(person)).toHaveLength(1)
})

test('supervisors and admins choose it for themselves, from the next Monday on', async () => {
  const desk = await openDesk(app)
  const supervisor = await enter(desk, 'SUPERVISOR')
  for (const person of [supervisor, desk.admin]) {
    expect((await choose(person, true)).viewer).toEqual({ getsWeeklyReport: true })
    await queueWeeklyReports(app.services)
    expect(await itemsOf(person)).toEqual([])
    expect((await choose(person, false)).viewer).toEqual({ getsWeeklyReport: false })
  }
  const { userErrors } = await choose(desk.operators[0], true)
  expect(userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
})

test('is ended by the link of a mail, with one click or on its page, which can undo it', async () => {
  const desk = await openDesk(app)
  await want(desk.admin)
  await queueWeeklyReports(app.services, DUE)
  const [mail] = await server.waitFor(desk.admin.user.email)
  const header = mail?.headers.find(([name]) => name === 'list-unsubscribe')?.[1] ?? ''
  const link = header.slice(1, -1)
  expect(mail?.text).toContain(link)
  const address = app.url + new URL(link).pathname
  const wants = async () =>
    (await desk.admin.execute('{ viewer { getsWeeklyReport } }')).data.viewer.getsWeeklyReport
  const post = async (body: string) => (await fetch(address, { method: 'POST', body })).text()

  expect(await (await fetch(address)).text()).toContain('Do you want to stop getting the weekly report')
  expect(await wants()).toBe(true)
  expect(await post('List-Unsubscribe=One-Click')).toContain('You will no longer get the weekly report')
  expect(await wants()).toBe(false)
  expect(await post('subscribe=1')).toContain('again')
  expect(await wants()).toBe(true)
  // Nobody else can make one: not for another person, nor from a token for something else.
  const token = address.split('/').at(-1) ?? ''
  const [content = '', signature = ''] = token.split('.')
  const { secretKey } = app.services.env
  for (const wrong of [
    `${token}x`,
    `${bytesOfUuid(desk.operators[0].user.id).toString('base64url')}.${signature}`,
    `${content}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    signToken(bytesOfUuid(desk.admin.user.id), { secretKey, purpose: 'unsubscribe' }),
  ])
    expect((await fetch(address.replace(token, wrong), { method: 'POST', body: 'x' })).status).toBe(404)
  expect(await wants()).toBe(true)
  expect((await fetch(address.replace('/weekly-report', ''))).status).toBe(404)
})
