import type { Delivery } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type LaneKind, type Step, stepLane } from '../lanes/step-lane.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { ATTEMPT_EVERY_MS, ATTEMPT_LIMIT_MS, ATTEMPTS } from './delivery-schedule.ts'
import { failDelivery } from './record-attempt.ts'

/**
 * Makes the next step in a visitor's lane: one attempt for its oldest pending delivery. Returns when to come back, or
 * that nothing is left, or that the next step can be made at once.
 */
export function deliverNext(services: Services, lane: string): Promise<Step> {
  return stepLane(services, deliveryLane(services), lane)
}

function deliveryLane(services: Services): LaneKind<Delivery> {
  return {
    table: 'Delivery',
    lane: 'lane',
    slots: services.deliverySlots,
    claimMs: ATTEMPT_LIMIT_MS + 5_000,
    everyMs: ATTEMPT_EVERY_MS,
    receiverOf: (delivery) => delivery.channelId,
    async giveUp(delivery) {
      if (delivery.attempts < ATTEMPTS) return false
      await failDelivery(services, delivery)
      return true
    },
    attempt: (delivery) => attemptDelivery(services, delivery),
  }
}
