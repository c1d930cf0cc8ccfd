import { BatchQueue } from '../../../database/batch-queue.ts'
import type { Pool } from '../../../database/client.ts'
import { type AnsweredReply, type AppendedReply, appendAnsweredReplies } from './append-answered-replies.ts'

/** Appends replies in the bodies of answers. The result is null for one that must be stored in another way. */
export type AnsweredReplyQueue = BatchQueue<AnsweredReply, AppendedReply | null>

/** Simultaneous ones share a statement. */
export function createAnsweredReplyQueue(pool: Pool): AnsweredReplyQueue {
  return new BatchQueue({
    keyOf: ({ chatId }) => chatId,
    async run(replies) {
      const appended = await appendAnsweredReplies(pool, replies)
      return replies.length > 1 ? appended : appended.map((one) => one ?? null)
    },
  })
}
