import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOpenChat } from '../../server/domain/chats/lock-open-chat.ts'
import { findDepartment } from '../../server/domain/departments/lock-department.ts'
import { findProcesses } from '../../server/domain/installation/state/find-processes.ts'
import { lockTag } from '../../server/domain/tags/lock-tags.ts'
import { lockSurvivor } from '../../server/domain/visitors/lock-survivor.ts'
import { findHistory } from '../../server/domain/visits/reading/find-history.ts'
import { markReached } from '../../server/domain/visits/reading/mark-reached.ts'
import { transact } from '../../server/events/transact.ts'
import { claimHeads } from '../../server/outbox/claim-heads.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { laneOf } from '../../server/outbox/lane.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, reply } from '../support/desk.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('lanes go on while a newer process adds a column', async () => {
  const { db, pool } = app.services
  const claim = () =>
    Promise.all(
      outboxKinds.map((kind) =>
        claimHeads(pool, kind, {
          lanes: [{ lane: laneOf(kind.name, randomUUID()), hasSlot: false }],
          now: new Date(),
          busy: { accounts: [], receivers: [] },
        }),
      ),
    )
  const nothing = outboxKinds.map(() => new Map())
  expect(await claim()).toEqual(nothing)
  await db.$executeRawUnsafe('ALTER TABLE "OutboxItem" ADD COLUMN "fromTomorrow" text')
  expect(await claim()).toEqual(nothing)
})

test('whole rows are read while a newer process adds a column', async () => {
  const { services } = app
  const { db } = services
  const { account, operators, say, chatOf } = await openDesk(app)
  const accountId = account.id
  await say('a', 'Hello')
  const { id: chatId, visitorId } = await chatOf('a')
  const department = await db.department.create({ data: { accountId, number: 1, name: 'Sales' } })
  const tag = await db.tag.create({ data: { accountId, name: 'Urgent', key: 'urgent', color: 'RED' } })
  const read = async () => {
    await reply(operators[0], chatId, 'Hi')
    const { lastSeq } = await chatOf('a')
    return [
      await db.$transaction((tx) => lockOpenChat(tx, visitorId)),
      await db.$transaction((tx) => lockSurvivor(tx, { accountId, id: visitorId })),
      await db.$transaction((tx) => findDepartment(tx, { accountId, id: department.id })),
      await db.$transaction((tx) => lockTag(tx, { accountId, id: tag.id })),
      await findHistory(services, { visitor: { accountId, id: visitorId }, last: 9, before: null }),
      await transact(services, (work) =>
        markReached(work, { accountId, visitorId, chatId, delivered: lastSeq, seen: lastSeq }),
      ),
      await findProcesses(services),
    ]
  }
  await read()
  for (const table of ['Chat', 'Visitor', 'Department', 'Tag', 'Message', 'RunningProcess']) {
    await db.$executeRawUnsafe(`ALTER TABLE "${table}" ADD COLUMN "fromTomorrow" text`)
  }
  expect(JSON.stringify(await read(), inJson)).not.toContain('fromTomorrow')
})

/** Event positions are larger than the numbers of JSON. */
const inJson = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
