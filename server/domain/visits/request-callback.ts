import { z } from 'zod'
import type { Call } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { startCallback } from '../calls/start-callback.ts'
import { parseInput } from '../parse-input.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { visitorPhone } from '../visitors/contact-fields.ts'
import { limitVisitor } from './limit-visitor.ts'

const fields = z.object({ phone: visitorPhone.pipe(z.string('Enter a telephone number.')) })

/**
 * Starts a call that a visitor requests (contract, part 4.4: `startCall`). Throws `callback_disabled`,
 * `callback_unavailable`, `invalid_request` for an invalid telephone number, `too_many_requests`.
 */
export async function requestCallback(
  services: Services,
  { visitor, ...input }: { visitor: VisitorPrincipal; phone: string },
): Promise<Call> {
  await limitVisitor(services, visitor, 'data')
  const { phone } = parseInput(fields, input)
  const { visitorId: id, accountId, channelId } = visitor
  return startCallback(services, {
    visitor: { id, accountId, channelId },
    phone,
    actor: { type: 'VISITOR', id },
    // What is refused does not count as a call.
    admit: () => limitVisitor(services, visitor, 'call'),
  })
}
