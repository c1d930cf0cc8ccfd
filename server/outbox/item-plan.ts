import type { OutboxItem } from '../generated/prisma/client.ts'

/** Says what happens to an item after an attempt. */
export interface Plan extends Pick<OutboxItem, 'lane' | 'errorCode' | 'errorMessage' | 'yieldedAt'> {
  state: 'PENDING' | 'SENT' | 'FAILED'
  attempts: number
  nextAttemptAt: Date
  finishedAt: Date | null
}
