import { z } from 'zod'
import type { Call } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { startCallback } from '../../calls/start-callback.ts'
import { parseInput } from '../../parse-input.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { networkOf } from '../../sessions/network-of.ts'
import { visitorPhone } from '../../visitors/contact-fields.ts'
import { samePerson } from '../../visitors/same-person.ts'
import { limitVisitor } from '../limit-visitor.ts'

const fields = z.object({ phone: visitorPhone.pipe(z.string('Enter a telephone number.')) })

/**
 * A visitor enters any number, and new visitors cost nothing: without limits by number, network and channel, a program
 * could have anyone called again and again, or use up the balance.
 */
const BY_NUMBER = { name: 'callback-to', points: 10, seconds: 3_600 }
const BY_NETWORK = { name: 'callback-from', points: 60, seconds: 3_600 }
const BY_CHANNEL = { name: 'callback-of-channel', points: 300, seconds: 3_600 }

interface RequestCallback {
  visitor: VisitorPrincipal
  /** Becomes the call's id: the same one again answers the same call. */
  idempotencyKey?: string | null | undefined
  phone: string
  /** The caller's IP address. */
  address: string
}

/**
 * Starts a call that a visitor requests (contract, part 4.4: `startCall`). Throws `callback_disabled`,
 * `callback_unavailable`, `invalid_request` for an invalid telephone number, `too_many_requests`.
 */
export async function requestCallback(
  services: Services,
  { visitor, idempotencyKey, address, ...input }: RequestCallback,
): Promise<Call> {
  await limitVisitor(services, visitor, 'data')
  const { phone } = parseInput(fields, input)
  const { visitorId: id, accountId, channelId } = visitor
  if (idempotencyKey) {
    const requested = { id: idempotencyKey, accountId, visitor: samePerson(id) }
    const call = await services.db.call.findFirst({ where: requested })
    if (call) return call
  }
  return startCallback(services, {
    id: idempotencyKey ?? undefined,
    visitor: { id, accountId, channelId },
    phone,
    actor: { type: 'VISITOR', id },
    // Refused requests do not count as calls. The limit that many share comes last, so that only calls that pass use it up.
    async admit(number) {
      await limitVisitor(services, visitor, 'call')
      await services.limits.consume(BY_NETWORK, networkOf(address))
      await services.limits.consume(BY_NUMBER, `${accountId}:${number}`)
      await services.limits.consume(BY_CHANNEL, channelId)
    },
  })
}
