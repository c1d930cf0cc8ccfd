import { orNotFound } from '../../database/or-not-found.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { followSupervisors, holdSupervision } from '../operators/follow-supervisors.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/** Deletes a department; its chats continue without one. Throws `forbidden`, `not_found`. */
export async function deleteDepartment(
  services: Services,
  input: { viewer: Viewer; id: string },
): Promise<string> {
  const { viewer, id } = input
  requireAdmin(viewer)
  const { accountId } = viewer
  const supervisors = await transact(services, async (work) => {
    const supervision = await holdSupervision(work.tx, accountId)
    const gone = await orNotFound(work.tx.department.delete({ where: { id, accountId } }), 'department')
    const supervisors = await followSupervisors(work, { viewer, before: supervision })
    await work.record({ accountId, kind: 'DEPARTMENT_DELETED', actor: actorOf(viewer), subjectId: id })
    await work.audit({
      actor: viewer,
      action: 'DEPARTMENT_DELETED',
      subject: { type: 'Department', id, label: gone.name },
    })
    return supervisors
  })
  await announceAccess(services, { accountId, userIds: supervisors })
  return id
}
