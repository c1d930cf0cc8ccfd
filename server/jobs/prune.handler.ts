import { deleteOlder } from '../database/delete-older.ts'
import { BOT_LOG_DAYS } from '../domain/bots/outgoing/bot-event.ts'
import { pruneFiles } from '../domain/files/prune-files.ts'
import { pruneRetained } from '../domain/retention/prune-retained.ts'
import type { PruneRun } from '../domain/retention/prune-run.ts'
import { pruneOpenChatWords } from '../domain/search/prune-open-chat-words.ts'
import { pruneVisitorPhotos } from '../domain/visitors/prune-visitor-photos.ts'
import { DAY_MS } from '../durations.ts'
import { LOG_DAYS } from '../events/position.ts'
import { pruneEvents } from '../events/prune-events.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { pruneOutbox } from '../outbox/prune-outbox.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'
import { handleJob } from './handle-job.ts'
import { prune } from './prune.ts'

/** For how long expired links and API tokens are kept, to show why they no longer work. */
const LOOK_BACK_DAYS = 30
/** For how long it is kept when operators were online and away. */
const PRESENCE_DAYS = 2 * 365
/** Pictures of visitors are fetched again after this time, when somebody looks at them. */
const PHOTO_DAYS = 90
/** After this, a run leaves the rest to the next one, which starts every hour: two must never run at a time. */
const LIMIT_MS = 50 * 60_000

const parts: Record<string, (services: Services, pruning: PruneRun) => Promise<unknown>> = {
  events: ({ db }, { now, timeIsUp }) => pruneEvents(db, { before: daysBefore(now, LOG_DAYS), timeIsUp }),
  idempotencyKeys: older('IdempotencyKey', 'createdAt', 1),
  creationKeys: older('CreationKey', 'createdAt', 1),
  outbox: ({ db }, pruning) => pruneOutbox(db, pruning),
  botEvents: older('IncomingBotEvent', 'createdAt', BOT_LOG_DAYS),
  sessions: older('Session', 'expiresAt', 0),
  passwordResets: older('PasswordReset', 'expiresAt', 0),
  invitations: older('UserInvitation', 'expiresAt', LOOK_BACK_DAYS),
  apiTokens: older('ApiToken', 'expiresAt', LOOK_BACK_DAYS),
  presences: older('OperatorPresence', 'endedAt', PRESENCE_DAYS),
  openChatWords: pruneOpenChatWords,
  retained: pruneRetained,
  files: pruneFiles,
  photos: (services, { now, timeIsUp }) =>
    pruneVisitorPhotos(services, daysBefore(now, PHOTO_DAYS), timeIsUp),
}

export const pruneHandler = handleJob(prune, async ({ services, stopping }) => {
  const timeIsUp = AbortSignal.any([stopping, AbortSignal.timeout(LIMIT_MS)])
  const pruning = { now: new Date(), timeIsUp }
  const failed: string[] = []
  for (const [part, run] of Object.entries(parts)) {
    if (timeIsUp.aborted) break
    // A part that fails must not keep the others from running.
    await run(services, pruning).catch((error) => {
      failed.push(part)
      services.log.error({ job: 'prune', part, ...describeError(error) }, 'something could not be pruned')
    })
  }
  if (failed.length > 0) throw new Error(`Not pruned: ${failed.join(', ')}`)
  return undefined
})

/** Deletes the rows whose time was that many days ago. */
function older(table: Prisma.ModelName, column: string, days: number) {
  return ({ db }: Services, { now, timeIsUp }: PruneRun) =>
    deleteOlder(db, { table, column, before: daysBefore(now, days), timeIsUp })
}

function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * DAY_MS)
}
