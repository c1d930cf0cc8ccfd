import { z } from 'zod'
import type { AppError } from '../../../errors.ts'
import type { Services } from '../../../services.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { leaveOfflineMessage } from '../../offline-messages/leave-offline-message.ts'
import { offlineMessageFields } from '../../offline-messages/offline-message-fields.ts'
import { parseInput } from '../../parse-input.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { visitorEmail, visitorPhone } from '../../visitors/contact-fields.ts'
import { goneVisitor } from '../../visitors/lock-survivor.ts'
import { limitVisitor } from '../limit-visitor.ts'
import { requireWidget } from '../require-widget.ts'
import { requireDepartment } from './require-department.ts'

/** Operators and bots may have stored an invalid value: that is not the visitor's fault. */
const knownContacts = z.object({ email: visitorEmail.catch(null), phone: visitorPhone.catch(null) })

interface SendOfflineMessage {
  visitor: VisitorPrincipal
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  /** More about the visitor, which is stored with them. */
  description?: string | null | undefined
  message: string
  /** The number of the department that it is for. */
  department?: number | null | undefined
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Leaves a message for later (contract, part 4.4: `sendOfflineMessage`). Omitted contact details are taken from the
 * visitor's data. Throws `invalid_request`, `not_found` for an unknown department, `too_many_requests`.
 */
export async function sendOfflineMessage(
  services: Services,
  { visitor, message, department, name, email, phone, description, problems = [] }: SendOfflineMessage,
): Promise<string> {
  const { db } = services
  await limitVisitor(services, visitor, 'data')
  const widget = await requireWidget(services, visitor)
  const { accountId, visitorId } = visitor
  const known = await db.visitor.findUnique({ where: { id: visitorId } })
  if (!known) throw goneVisitor()
  const contacts = knownContacts.parse(known)
  const left = {
    name: name?.trim() || known.name,
    email: email?.trim() || contacts.email,
    phone: phone?.trim() || contacts.phone,
    pageUrl: known.pageUrl,
    description: description ?? null,
  }
  // A refused message does not count.
  const [, chosen] = await checkAll(
    () => throwAll(problems),
    () => requireDepartment(db, accountId, department),
    () => parseInput(offlineMessageFields, { ...left, message }),
  )
  await limitVisitor(services, visitor, 'form')
  return leaveOfflineMessage(services, {
    ...left,
    channel: widget,
    visitorId,
    departmentId: chosen?.id ?? null,
    text: message,
  })
}
