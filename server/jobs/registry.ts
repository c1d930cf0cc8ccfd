import type { JobDefinition } from './define-job.ts'
import type { JobHandler } from './handle-job.ts'
import { mailNewsHandler } from './mail-news.handler.ts'
import { mailNews } from './mail-news.ts'
import { mailRepliesHandler } from './mail-replies.handler.ts'
import { mailReplies } from './mail-replies.ts'
import { pruneHandler } from './prune.handler.ts'
import { prune } from './prune.ts'
import { readMailboxHandler } from './read-mailbox.handler.ts'
import { readMailbox } from './read-mailbox.ts'
import { sendPasswordResetHandler } from './send-password-reset.handler.ts'
import { sendPasswordReset } from './send-password-reset.ts'
import { sendTypingHandler } from './send-typing.handler.ts'
import { sendTyping } from './send-typing.ts'
import { sweepHandler } from './sweep.handler.ts'
import { sweep } from './sweep.ts'
import { workLaneHandler } from './work-lane.handler.ts'
import { workLane } from './work-lane.ts'

/** Every job that can be enqueued. */
export const definitions = [
  workLane,
  sendTyping,
  sendPasswordReset,
  sweep,
  prune,
  mailReplies,
  mailNews,
  readMailbox,
] as JobDefinition[]

/** All jobs that the workers can do. */
export const handlers: JobHandler[] = [
  workLaneHandler,
  sendTypingHandler,
  sendPasswordResetHandler,
  sweepHandler,
  pruneHandler,
  mailRepliesHandler,
  mailNewsHandler,
  readMailboxHandler,
]

/**
 * Queues other than those of the outbox kinds, with how many jobs of each a process works on at the same time. Pruning
 * can take long, and the sweep must continue in the meantime; so it must while a visitor is waited for.
 */
export const ownQueues = { typing: 100, 'password-resets': 2, maintenance: 2, 'mail-replies': 1, mailbox: 1 }
