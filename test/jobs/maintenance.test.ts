import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { pruneHandler } from '../../server/jobs/prune.handler.ts'
import { prune } from '../../server/jobs/prune.ts'
import { sweep } from '../../server/jobs/sweep.ts'
import type { Services } from '../../server/services.ts'
import { startTestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
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
