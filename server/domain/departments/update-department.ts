import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Department } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { nameFree } from './name-free.ts'
import { setMembers } from './set-members.ts'

const fields = z.object({ name: optional(nameField), memberIds: optional(z.array(z.uuid())) })

interface UpdateDepartment {
  viewer: Viewer
  id: string
  name?: string | null
  memberIds?: string[] | null
}

/**
 * Changes what is given of a department. Throws `forbidden`, `not_found`, `invalid_request`, `conflict` when the
 * name is taken.
 */
export async function updateDepartment(
  services: Services,
  { viewer, id, ...input }: UpdateDepartment,
): Promise<Department> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { name, memberIds } = parseInput(fields, input)
  return transact(services, async (work) => {
    const write = work.tx.department.update({ where: { id, accountId }, data: { name } })
    const department = await nameFree(orNotFound(write, 'department'))
    if (memberIds) await setMembers(work.tx, { accountId, departmentId: id, memberIds })
    await work.record({ accountId, kind: 'DEPARTMENT_UPDATED', actor: actorOf(viewer), subjectId: id })
    return department
  })
}
