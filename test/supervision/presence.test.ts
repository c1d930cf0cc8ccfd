import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPresences } from '../../server/domain/operators/presence/keep-presences.ts'
import type { OperatorPresence } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ presenceGraceMs: 0 })
})
afterAll(() => app.close())

const written = ({ user }: Person): Promise<OperatorPresence[]> =>
  app.services.db.operatorPresence.findMany({ where: { userId: user.id }, orderBy: { startedAt: 'asc' } })

const states = async (person: Person) =>
  (await written(person)).map(({ available, reason, endedAt }) => [available, reason, endedAt !== null])

/** From the beginning of the log: what happens before the server has the subscription is not missed. */
const follow = ({ cookie }: Person) => openFeed(app.url, { cookie, after: '0' })

/** A screen of theirs is open, and it is written that they are there. */
async function connect(person: Person): Promise<EventFeed> {
  const feed = follow(person)
  await until(async () => expect((await states(person)).at(-1)?.[2]).toBe(false))
  return feed
}

async function gone(person: Person, feed: EventFeed): Promise<void> {
  await feed.close()
  await until(async () => {
    const connected = await app.services.presence.readConnectedUsers(person.user.accountId)
    expect(connected.has(person.user.id)).toBe(false)
  })
}

const setAvailability = (person: Person, input: Record<string, unknown>) =>
  mutate(person.execute, 'setAvailability', input, 'operator { available awayReason awayBy { id } }')

test('what an operator did is written from the moment that they come to the moment that they are gone', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const feed = await connect(dora)
  const away = await setAvailability(dora, { available: false, reason: 'Lunch' })
  expect(away.operator).toEqual({ available: false, awayReason: 'Lunch', awayBy: null })
  await setAvailability(dora, { available: false, reason: 'Lunch' })
  await setAvailability(dora, { available: true })
  const refused = await setAvailability(dora, { available: false, reason: 'Fishing' })
  expect(refused.userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'reason'] }])
  await setAvailability(dora, { available: false })
  const lasting = [
    [true, null, true],
    [false, 'Lunch', true],
    [true, null, true],
    [false, null, false],
  ]
  expect(await states(dora)).toEqual(lasting)
  const intervals = await written(dora)
  intervals.slice(1).forEach(({ startedAt }, index) => {
    expect(startedAt).toEqual(intervals[index]?.endedAt)
  })

  await gone(dora, feed)
  await Promise.all([keepPresences(app.services), keepPresences(app.services)])
  const ended = await written(dora)
  expect(ended.map(({ endedAt }) => endedAt !== null)).toEqual([true, true, true, true])
  await keepPresences(app.services)
  expect(await written(dora)).toEqual(ended)
  // Whoever is not connected begins nothing by choosing.
  await setAvailability(dora, { available: true })
  expect(await written(dora)).toHaveLength(4)
})

test('what no process was left to end has ended when they were last seen, and who is there is found again', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const feed = await connect(max)
  const seenAt = new Date(Date.now() - 3_600_000)
  await app.services.db.operatorPresence.create({
    data: {
      accountId: desk.account.id,
      userId: dora.user.id,
      available: true,
      startedAt: new Date(seenAt.getTime() - 60_000),
      seenAt,
    },
  })
  // What a process wrote that knew an older state, and what it ended although somebody had come back.
  await app.services.db.user.update({
    where: { id: max.user.id },
    data: { available: false, awayReason: 'Break' },
  })
  await keepPresences(app.services)
  expect((await written(dora))[0]?.endedAt).toEqual(seenAt)
  expect(await states(max)).toEqual([
    [true, null, true],
    [false, 'Break', false],
  ])
  await app.services.db.operatorPresence.updateMany({
    where: { userId: max.user.id },
    data: { endedAt: new Date() },
  })
  await keepPresences(app.services)
  expect((await states(max)).at(-1)).toEqual([false, 'Break', false])
  await feed.close()
})

test('the time of each reason is summed for each operator and day, for those who supervise them', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const at = (time: string) => new Date(`2026-03-${time}Z`)
  const spent = [
    [true, null, at('30T20:00:00'), at('30T22:30:00')],
    [false, 'Lunch', at('30T22:30:00'), at('30T22:40:00')],
    [false, null, at('30T22:40:00'), at('30T22:41:00')],
  ] as const
  await app.services.db.operatorPresence.createMany({
    data: spent.map(([available, reason, startedAt, endedAt]) => ({
      ...{ accountId: desk.account.id, userId: dora.user.id, available, reason, startedAt, endedAt },
      seenAt: endedAt,
    })),
  })
  await app.services.db.businessHours.create({
    data: { accountId: desk.account.id, timeZone: 'Europe/Berlin' },
  })
  const QUERY = `query ($ids: [ID!]!, $to: String!) { presenceTimes(ids: $ids, from: "2026-03-30", to: $to) {
    operator { id } day onlineSeconds awaySeconds away { reason seconds } } }`
  const ids = [globalId('Operator', dora.user.id)]
  const ask = async (person: Person, to = '2026-03-31') => person.execute(QUERY, { ids, to })
  const operator = { id: ids[0] }
  // Midnight in Berlin is at 22:00.
  const days = [
    { operator, day: '2026-03-30', onlineSeconds: 7_200, awaySeconds: 0, away: [] },
    {
      ...{ operator, day: '2026-03-31', onlineSeconds: 1_800, awaySeconds: 660 },
      away: [
        { reason: 'Lunch', seconds: 600 },
        { reason: null, seconds: 60 },
      ],
    },
  ]
  expect((await ask(dora)).data?.presenceTimes).toEqual(days)
  expect((await ask(desk.admin)).data?.presenceTimes).toEqual(days)
  expect((await ask(max)).data?.presenceTimes).toEqual([])
  expect((await ask(dora, '2026-05-01')).errors?.[0]?.message).toBe('Ask for 1 to 31 days.')
})

test('a supervisor sets away whom they look after, who is told by whom and comes back by themselves', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const user = await makeUser(app.services, { accountId: desk.account.id, role: 'SUPERVISOR' })
  const { cookie, viewer } = await signedIn(app.services, user.id)
  const boss: Person = { user, viewer, cookie, execute: graphqlAs(app.url, { cookie }) }
  const setAway = (person: Person, { user: target }: Person, reason?: string): Promise<Data> =>
    mutate(
      person.execute,
      'setOperatorAway',
      { id: globalId('Operator', target.id), reason },
      'operator { available awayReason awayBy { id } }',
    )
  expect((await setAway(boss, dora)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  await app.services.db.channelOperator.create({ data: { channelId: desk.channel.id, userId: user.id } })
  expect((await setAway(boss, desk.admin)).userErrors[0]?.code).toBe('NOT_FOUND')
  expect((await setAway(dora, boss)).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  await app.services.db.channelOperator.create({
    data: { channelId: desk.channel.id, userId: desk.admin.user.id },
  })
  expect((await setAway(boss, desk.admin)).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])

  const [own, others] = [await connect(dora), follow(desk.admin)]
  const { operator } = await setAway(boss, dora, 'Training')
  expect(operator).toEqual({
    available: false,
    awayReason: 'Training',
    awayBy: { id: globalId('Operator', user.id) },
  })
  await own.waitFor(({ kind }) => kind === 'OPERATOR_SET_AWAY')
  expect((await states(dora)).at(-1)).toEqual([false, 'Training', false])
  expect((await setAvailability(dora, { available: true })).operator).toEqual({
    available: true,
    awayReason: null,
    awayBy: null,
  })
  // Colleagues are told twice that she has changed; being set away is told to her alone.
  const told = () => others.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('OPERATOR_'))
  await until(() => expect(told().length).toBeGreaterThanOrEqual(2))
  expect(told()).toEqual(['OPERATOR_UPDATED', 'OPERATOR_UPDATED'])
  const entries = await app.services.db.auditEntry.findMany({ where: { actorId: user.id } })
  expect(entries).toMatchObject([{ action: 'OPERATOR_SET_AWAY', note: 'Training' }])
  await Promise.all([own.close(), others.close()])
})

test('an account has its own reasons', async () => {
  const desk = await openDesk(app)
  const update = (awayReasons: string[]) =>
    mutate(desk.admin.execute, 'updateAccount', { awayReasons }, 'account { awayReasons name }')
  const { account } = await update([' Tea ', 'Tea', 'Dentist'])
  expect(account).toEqual({ awayReasons: ['Tea', 'Dentist'], name: desk.account.name })
  expect((await update(['x'.repeat(41)])).userErrors).toMatchObject([{ code: 'TOO_LONG' }])
  expect((await update(Array.from({ length: 21 }, String))).userErrors).toMatchObject([{ code: 'TOO_LONG' }])
  expect((await setAvailability(desk.operators[0], { available: false, reason: 'Tea' })).userErrors).toEqual(
    [],
  )
  expect(
    (await setAvailability(desk.operators[0], { available: false, reason: 'Lunch' })).userErrors,
  ).toHaveLength(1)
})
