import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { markReached } from './mark-reached.ts'

interface MarkDelivered {
  accountId: string
  visitorId: string
  chatId: string
  /** The sequence number of the last message that the widget has got. */
  seq: number
}

/** Notes that the visitor's widget has got what was written to them, for the operators. It never goes back. */
export async function markDelivered(services: Services, { seq, ...of }: MarkDelivered): Promise<void> {
  await transact(services, (work) => markReached(work, { ...of, delivered: seq, seen: 0 }))
}
