import { z } from 'zod'
import { transact } from '../../../events/transact.ts'
import type { Visitor } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { lineField, textField } from '../../kept-text.ts'
import { parseInput } from '../../parse-input.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { visitorEmail, visitorPhone } from '../../visitors/contact-fields.ts'
import { requireSurvivor } from '../../visitors/lock-survivor.ts'
import { limitVisitor } from '../limit-visitor.ts'
import { saveContactInfo } from './save-contact-info.ts'

const fields = z.object({
  name: lineField(255),
  email: visitorEmail,
  phone: visitorPhone,
  description: textField(2000),
})

interface SetContactInfo {
  visitor: VisitorPrincipal
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  description?: string | null | undefined
}

/**
 * Stores the contact details that a visitor, or the page on their behalf, gives (contract, part 4.4:
 * `setContactInfo`, and the contact form). Blank fields are ignored. Throws `invalid_request` for an invalid e-mail
 * address or telephone number, and `too_many_requests`.
 */
export async function setContactInfo(
  services: Services,
  { visitor, ...input }: SetContactInfo,
): Promise<Visitor> {
  await limitVisitor(services, visitor, 'data')
  const parsed = parseInput(fields, input)
  return transact(services, async (work) => {
    const known = await requireSurvivor(work.tx, visitor)
    return saveContactInfo(work, known, parsed)
  })
}
