import { query } from '../../graphql/request.ts'
import { deliveryStateQuery } from '../../graphql/webhook-deliveries.ts'

const ASK_EVERY_MS = 500
/** Somewhat longer than an endpoint may take to answer. */
const ASK_TIMES = 24

/** Resolves when an event that is sent again has left, or is not about to. No event of the stream tells of it. */
export async function attemptMade(deliveryId: string): Promise<void> {
  for (let asked = 0; asked < ASK_TIMES; asked++) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    const { node } = await query(deliveryStateQuery, { id: deliveryId })
    if (!node || !('state' in node) || node.state !== 'PENDING') return
  }
}
