import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { WEEKLY_REPORT } from '../../server/domain/reports/weekly/weekly-report.ts'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { prune } from '../../server/jobs/prune.ts'
import { sweepHandler } from '../../server/jobs/sweep.handler.ts'
import { sweep } from '../../server/jobs/sweep.ts'
import type { Services } from '../../server/services.ts'
import { startTestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { jobContext } from '../support/job-context.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'

/** A session that has just ended, which pruning removes if it begins after that. */
async function endSession({ db }: Services, userId: string): Promise<() => Promise<boolean>> {
  const { id } = await db.session.create({
    data: { userId, tokenHash: Buffer.from(randomUUID()), expiresAt: new Date(Date.now() - 1) },
  })
  return async () => (await db.session.count({ where: { id } })) === 1
}

test('the sweep goes on while pruning takes long', async () => {
  const app = await startSwitchboard()
  onTestFinished(() => app.close())
  const { db, queues } = app.services
  const desk = await openDesk(app, { operators: 2 })
  await desk.say(1, 'Hello')
  const { id: chatId, accountId } = await desk.chatOf(1)
  const isThere = await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "IdempotencyKey" IN SHARE MODE`
      // Now, because what a process prunes when it starts may be under way.
      const isThere = await endSession(app.services, desk.admin.user.id)
      await queues.enqueue(prune, [{}])
      await untilLocked(db, 'IdempotencyKey')
      const { id } = await db.chatInvitation.create({
        data: {
          ...{ accountId, chatId, kind: 'JOIN', expiresAt: new Date(Date.now() - 1_000) },
          ...{ fromUserId: desk.admin.user.id, toUserId: desk.operators[0].user.id },
        },
      })
      await queues.enqueue(sweep, [{}])
      await until(async () => {
        const invitation = await db.chatInvitation.findUniqueOrThrow({ where: { id } })
        expect(invitation.state).toBe('EXPIRED')
      })
      expect(await isThere()).toBe(true)
      return isThere
    },
    { timeout: PATIENCE_MS },
  )
  await until(async () => expect(await isThere()).toBe(false))
})

test('the sweep does what nobody else would begin', async () => {
  // Nothing listens there: without a worker, no mail is sent.
  const variables = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'switchboard@example.com' }
  const app = await startTestApp({ variables })
  onTestFinished(() => app.close())
  const { db } = app.services
  const desk = await openDesk(app)
  const [{ execute, user }] = desk.operators
  const { id: accountId } = desk.account
  const before = new Date(Date.now() - 7_200_000)
  const open = async (visitor: string) => {
    await desk.say(visitor, 'Hello')
    return desk.chatOf(visitor)
  }
  const snoozed = await open('snoozed')
  await mutate(execute, 'acceptChat', { chatId: globalId('Chat', snoozed.id) })
  await db.chat.update({ where: { id: snoozed.id }, data: { snoozedAt: before, snoozedUntil: before } })
  const quiet = await open('quiet')
  await db.chat.update({ where: { id: quiet.id }, data: { lastActivityAt: before } })
  const closed = await open('closed')
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', closed.id) })
  await db.archivedChat.update({ where: { chatId: closed.id }, data: { stale: true } })
  const deleted = await openDesk(app)
  await deleted.say('v', 'Hello')
  const orphan = await deleted.chatOf('v')
  await db.channel.update({ where: { id: deleted.channel.id }, data: { deletedAt: before } })
  const of = { accountId, channelId: desk.channel.id, visitorId: quiet.visitorId }
  const call = await db.call.create({
    data: { ...of, type: 'CALLBACK', phone: '+49', gateway: 'OPERATOR_DIALS', createdAt: before },
  })
  const presence = await db.operatorPresence.create({
    data: { accountId, userId: user.id, available: true, startedAt: before, seenAt: before },
  })
  await db.user.update({ where: { id: desk.admin.user.id }, data: { lastWeeklyReport: new Date(0) } })

  const done = async () => ({
    isSnoozed: (await db.chat.findUniqueOrThrow({ where: { id: snoozed.id } })).snoozedAt !== null,
    isFound: (await db.openChatWords.count({ where: { chatId: quiet.id } })) === 1,
    isArchived: !(await db.archivedChat.findUniqueOrThrow({ where: { chatId: closed.id } })).stale,
    isCounted: (await db.chatFact.count({ where: { chatId: closed.id } })) === 1,
    orphan: (await db.chat.findUniqueOrThrow({ where: { id: orphan.id } })).status,
    call: (await db.call.findUniqueOrThrow({ where: { id: call.id } })).state,
    wasThereUntil: (await db.operatorPresence.findUniqueOrThrow({ where: { id: presence.id } })).endedAt,
    reports: await db.outboxItem.count({ where: { accountId, kind: WEEKLY_REPORT } }),
  })
  expect(await done()).toEqual({
    ...{ isSnoozed: true, isFound: false, isArchived: false, isCounted: false },
    ...{ orphan: 'QUEUED', call: 'START', wasThereUntil: null, reports: 0 },
  })
  // Of the reports, one step follows another.
  await until(async () => {
    await sweepHandler.run(jobContext(app.services), {})
    expect(await done()).toEqual({
      ...{ isSnoozed: false, isFound: true, isArchived: true, isCounted: true },
      ...{ orphan: 'CLOSED', call: 'ERROR', wasThereUntil: before, reports: 1 },
    })
  })
})

test('what cannot be pruned does not keep the rest, and a process that stops begins nothing more', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { db } = app.services
  const { admin } = await openDesk(app)
  await db.$executeRaw`
    CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`
  await db.$executeRaw`CREATE TRIGGER "Refusing" BEFORE DELETE ON "IdempotencyKey" EXECUTE FUNCTION refuse()`
  const isThere = await endSession(app.services, admin.user.id)

  const context = jobContext(app.services)
  await pruneHandler.run({ ...context, stopping: AbortSignal.abort() }, {})
  expect(await isThere()).toBe(true)
  await expect(pruneHandler.run(context, {})).rejects.toThrow('Not pruned: idempotencyKeys')
  expect(await isThere()).toBe(false)
})
