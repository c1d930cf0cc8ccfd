import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { leaveOfflineMessage } from '../offline-messages/leave-offline-message.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { limitVisitor } from './limit-visitor.ts'
import { requireWidget } from './require-widget.ts'
import { setContactInfo } from './set-contact-info.ts'

interface SendOfflineMessage {
  visitor: VisitorPrincipal
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  /** More about the visitor, which is kept with them. */
  description?: string | null | undefined
  message: string
  /** The number of the department that it is for. */
  department?: number | null | undefined
}

/**
 * Leaves a message for later (contract, part 4.4: `sendOfflineMessage`). Omitted contact details are taken from
 * what is known of the visitor. Throws `invalid_request`, `not_found` for an unknown department, `too_many_requests`.
 */
export async function sendOfflineMessage(
  services: Services,
  { visitor, message, department, name, email, phone, description }: SendOfflineMessage,
): Promise<string> {
  const { db } = services
  const widget = await requireWidget(services, visitor)
  await limitVisitor(services, visitor, 'form')
  const { accountId, visitorId } = visitor
  const known = await db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  const chosen =
    department == null ? null : await db.department.findFirst({ where: { accountId, number: department } })
  if (department != null && !chosen)
    throw new AppError('not_found', 'There is no department with this number.', { field: 'input.department' })
  const id = await leaveOfflineMessage(services, {
    channel: widget,
    visitorId,
    departmentId: chosen?.id ?? null,
    name: name || known.name,
    email: email || known.email,
    phone: phone || known.phone,
    text: message,
    pageUrl: known.pageUrl,
  })
  if (description) await setContactInfo(services, { visitor, description })
  return id
}
