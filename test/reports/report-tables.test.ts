import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs } from '../support/graphql-client.ts'
import { addPastChat, countEverything } from './past-chats.ts'
import { readReportFile } from './report-file.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' }
const at = (day: number, month = 2) => new Date(Date.UTC(2026, month - 1, day, 12))

let desk: Desk
let another: { id: string }
beforeEach(async () => {
  desk = await openDesk(app, { operators: 2 })
  another = await makeChannel(app.services, { accountId: desk.account.id })
})

/** Calls, offline messages and invitations of two channels: on 10 and 20 February, and once in January. */
async function addContacts(): Promise<void> {
  const { db } = app.services
  const accountId = desk.account.id
  const [{ user: anna }, ben] = desk.operators
  const { id: first } = desk.channel
  const { id: second } = another
  const call = { accountId, type: 'CALLBACK', phone: '+493012345', gateway: 'OPERATOR_DIALS' } as const
  await db.call.createMany({
    data: [
      { createdAt: at(10), channelId: first, outcome: 'ANSWERED' as const, operatorId: anna.id },
      { createdAt: at(10), channelId: second, outcome: 'MISSED' as const },
      { createdAt: at(20), channelId: second },
      { createdAt: at(20, 1), channelId: first, outcome: 'ANSWERED' as const, operatorId: anna.id },
    ].map((each) => ({ ...call, ...each })),
  })
  await db.offlineMessage.createMany({
    data: [
      { createdAt: at(10), channelId: first, state: 'ANSWERED' as const, answeredById: anna.id },
      { createdAt: at(20), channelId: second },
      { createdAt: at(20, 1), channelId: first },
    ].map((message) => ({ ...message, accountId, text: 'Please call me' })),
  })
  const invitations = [
    [at(10), first, 'ACCEPTED', anna.id],
    [at(10), second, 'DISMISSED', ben?.user.id],
    [at(20), second, 'PENDING', anna.id],
    [at(20, 1), first, 'ACCEPTED', anna.id],
  ] as const
  for (const [index, [createdAt, channelId, state, userId = '']] of invitations.entries()) {
    const key = randomUUID()
    const visitor = { accountId, channelId, number: 100 + index, key, externalId: key }
    const { id: visitorId } = await db.visitor.create({ data: visitor })
    await db.visitInvitation.create({ data: { accountId, visitorId, userId, text: 'Hi', state, createdAt } })
  }
  await db.triggerDay.createMany({
    data: [
      { channelId: first, day: at(10), shown: 5, answered: 2 },
      { channelId: second, day: at(20), shown: 7, answered: 3 },
      { channelId: first, day: at(20, 1), shown: 1, answered: 1 },
    ],
  })
}

const CONTACTS = `{ calls answeredCalls missedCalls offlineMessages answeredOfflineMessages
  invitations acceptedInvitations dismissedInvitations automaticInvitations answeredAutomaticInvitations }`

/** In the order of the fields. */
async function contacts(execute: Desk['admin']['execute'], filter: object | null = null) {
  const { data, errors } = await execute(
    `query ($from: String!, $to: String!, $filter: ReportFilter) {
      report(from: $from, to: $to, filter: $filter, compare: true) { contacts ${CONTACTS} contactsBefore ${CONTACTS} }
    }`,
    { ...FEBRUARY, filter },
  )
  expect(errors).toBeUndefined()
  const { contacts, contactsBefore }: Data = data.report
  return { now: Object.values(contacts), before: Object.values(contactsBefore) }
}

describe('calls, offline messages and invitations', () => {
  beforeEach(addContacts)

  test('are counted within the days of a report and of the time before', async () => {
    expect(await contacts(desk.admin.execute)).toEqual({
      now: [3, 1, 1, 2, 1, 3, 1, 1, 12, 5],
      before: [1, 1, 0, 1, 0, 1, 1, 0, 1, 1],
    })
  })

  test('are narrowed to a channel and an operator, and have nothing of what only chats have', async () => {
    const { execute } = desk.admin
    const ofChannel = { channelId: globalId('Channel', another.id) }
    expect((await contacts(execute, ofChannel)).now).toEqual([2, 0, 1, 1, 0, 2, 0, 1, 7, 3])
    const ofOperator = { operatorId: globalId('Operator', desk.operators[0].user.id) }
    expect((await contacts(execute, ofOperator)).now).toEqual([1, 1, 0, 1, 1, 2, 1, 0, 0, 0])
    const none = { now: Array(10).fill(0), before: Array(10).fill(0) }
    expect(await contacts(execute, { country: 'DE' })).toEqual(none)
  })

  test('are, for a supervisor, those of the channels that they see', async () => {
    const { id } = await makeUser(app.services, { accountId: desk.account.id, role: 'SUPERVISOR' })
    await app.services.db.channelOperator.create({ data: { channelId: another.id, userId: id } })
    const { cookie } = await signedIn(app.services, id)
    const { now } = await contacts(graphqlAs(app.url, { cookie }))
    expect(now).toEqual([2, 0, 1, 1, 0, 2, 0, 1, 7, 3])
  })
})

describe('the file of a report', () => {
  const read = (query: Record<string, string>) => readReportFile(app, desk.admin, { ...FEBRUARY, ...query })

  test('has everything in one line, with calls, offline messages and invitations, beside the time before', async () => {
    await addContacts()
    for (const startedAt of [at(10), at(11), at(20, 1)])
      await addPastChat(app.services, desk, { startedAt, said: [[0, 'VISITOR']], lasts: 60 })
    await countEverything(app.services, desk)
    const [line, ...others] = await read({ by: 'ALL', compare: 'true' })
    expect(others).toEqual([])
    expect(line).toMatchObject({
      ...{ report: 'all', chats: '2', missed: '2', before_chats: '1' },
      ...{ calls: '3', calls_answered: '1', calls_missed: '1', before_calls: '1' },
      ...{ offline_messages: '2', offline_messages_answered: '1', before_offline_messages: '1' },
      ...{ invitations: '3', invitations_accepted: '1', invitations_dismissed: '1', before_invitations: '1' },
      ...{ automatic_invitations: '12', automatic_invitations_answered: '5' },
      before_automatic_invitations: '1',
    })
  })

  test('has each row beside the time before, which may have had none', async () => {
    const chat = { said: [[0, 'VISITOR']] as [number, 'VISITOR'][], lasts: 60 }
    for (const startedAt of [at(10), at(11), at(20, 1)])
      await addPastChat(app.services, desk, { ...chat, startedAt, channelId: desk.channel.id })
    await addPastChat(app.services, desk, { ...chat, startedAt: at(12), channelId: another.id })
    await countEverything(app.services, desk)
    const rows = await read({ by: 'CHANNEL', compare: 'true' })
    expect(rows.map(({ chats, before_chats }) => [chats, before_chats])).toEqual([
      ['2', '1'],
      ['1', ''],
    ])
    expect(Object.keys((await read({ by: 'CHANNEL' }))[0] ?? {})).not.toContain('before_chats')
  })

  test('has how long operators were online, and away for which reason', async () => {
    const [{ user: anna }] = desk.operators
    const spent = (available: boolean, reason: string | null, from: Date, hours: number) => {
      const endedAt = new Date(from.getTime() + hours * 3_600_000)
      const there = { accountId: desk.account.id, userId: anna.id, available, reason }
      return { ...there, startedAt: from, seenAt: endedAt, endedAt }
    }
    await app.services.db.operatorPresence.createMany({
      data: [spent(true, null, at(10), 2), spent(false, 'Lunch', at(11), 1), spent(true, null, at(20, 1), 3)],
    })
    const { name } = anna
    expect(await read({ by: 'PRESENCE', compare: 'true' })).toEqual([
      { operator: name, state: 'ONLINE', reason: '', seconds: '7200', before_seconds: '10800' },
      { operator: name, state: 'AWAY', reason: 'Lunch', seconds: '3600', before_seconds: '' },
    ])
    const show = (fields: string) =>
      desk.admin.execute(
        `query ($from: String!, $to: String!) {
          report(from: $from, to: $to, compare: true) { presence { ${fields} } }
        }`,
        FEBRUARY,
      )
    const shown = await show('onlineSeconds awaySeconds onlineSecondsBefore awaySecondsBefore')
    expect(shown.data.report.presence).toEqual([
      { onlineSeconds: 7_200, awaySeconds: 3_600, onlineSecondsBefore: 10_800, awaySecondsBefore: 0 },
    ])
    // The time before is read only for those who ask for it.
    const ofPresence = (statements: string[]) =>
      statements.filter((sql) => sql.includes('"OperatorPresence" spent'))
    expect(ofPresence(await recordStatements(() => show('onlineSeconds')))).toHaveLength(1)
    expect(ofPresence(await recordStatements(() => show('awaySecondsBefore')))).toHaveLength(2)
  })

  test('has each day beside that of the time before', async () => {
    for (const startedAt of [at(10), at(11), at(10, 1)])
      await addPastChat(app.services, desk, { startedAt, said: [[0, 'VISITOR']], lasts: 60 })
    await countEverything(app.services, desk)
    const days = await read({ by: 'PERIOD', compare: 'true' })
    const counted = days.filter(({ chats, before_chats }) => chats !== '0' || before_chats !== '0')
    expect(counted.map(({ period, chats, before_chats }) => [period, chats, before_chats])).toEqual([
      ['2026-02-07', '0', '1'],
      ['2026-02-10', '1', '0'],
      ['2026-02-11', '1', '0'],
    ])
  })
})
