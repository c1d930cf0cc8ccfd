import type { Services } from '../../../services.ts'
import type { WidgetEntry } from '../../channels/channel-directory.ts'
import type { Opening } from '../../messages/visitor-message.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { samePerson } from '../../visitors/same-person.ts'
import { requireDepartment } from './require-department.ts'

interface FindOpening {
  visitor: VisitorPrincipal
  widget: WidgetEntry
  /** The number of the department that the page asks for. */
  department: number | null
}

/**
 * The destination of a visitor's new chat: the operator who invited them, while that operator is online, else the
 * department of the invitation or the one that the page names. Throws `not_found` for an unknown department.
 */
export async function findOpening(
  { db, presence }: Services,
  { visitor, widget, department }: FindOpening,
): Promise<Opening> {
  const { accountId, visitorId } = visitor
  const chosen = await requireDepartment(db, accountId, department)
  const invitation = await db.visitInvitation.findFirst({
    where: { visitor: samePerson(visitorId), state: 'PENDING' },
  })
  if (!invitation) return { departmentId: chosen?.id ?? null, operatorId: null, invitationId: null }
  const connected = await presence.connectedUsers(accountId)
  const { id, userId, departmentId } = invitation
  const isThere = connected.has(userId) && widget.availableOperatorIds.includes(userId)
  return {
    departmentId: departmentId ?? chosen?.id ?? null,
    operatorId: isThere ? userId : null,
    invitationId: id,
  }
}
