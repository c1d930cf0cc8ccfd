import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import { orNotFound } from '../../database/or-not-found.ts'
import type { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Department } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { followSupervisors, holdSupervision } from '../operators/follow-supervisors.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { lockDepartmentToChange } from './lock-department.ts'
import { orNameTaken, requireFreeName } from './require-free-name.ts'
import { setMembers } from './set-members.ts'

const fields = z.object({ name: optional(nameField) })

interface UpdateDepartment {
  viewer: Viewer
  id: string
  name?: string | null
  memberIds?: string[] | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of a department. Throws `forbidden`, and all other errors at once: an unknown
 * department, a bad or taken name, unknown people.
 */
export async function updateDepartment(
  services: Services,
  { viewer, id, problems = [], ...input }: UpdateDepartment,
): Promise<Department> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { department, supervisors } = await transact(services, async (work) => {
    const where = { id, accountId }
    const supervision = input.memberIds ? await holdSupervision(work.tx, accountId) : new Map()
    const [, { name }, userIds] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () =>
        input.memberIds &&
        requireActiveUsers(work.tx, { accountId, ids: input.memberIds, field: 'input.memberIds' }),
      () => lockDepartmentToChange(work.tx, { ...where, field: 'input.id' }),
      () => input.name && requireFreeName(work.tx, { accountId, name: input.name, except: id }),
    )
    const before = await readDepartment(work.tx, id)
    const write = work.tx.department.update({ where, data: { name } })
    const department = await orNameTaken(orNotFound(write, 'department'))
    if (userIds) await setMembers(work.tx, { departmentId: id, userIds })
    const supervisors = await followSupervisors(work, { viewer, before: supervision })
    await work.record({ accountId, kind: 'DEPARTMENT_UPDATED', actor: actorOf(viewer), subjectId: id })
    await work.audit({
      actor: viewer,
      action: 'DEPARTMENT_UPDATED',
      subject: { type: 'Department', id, label: department.name },
      before,
      after: await readDepartment(work.tx, id),
    })
    return { department, supervisors }
  })
  await announceAccess(services, { accountId, userIds: supervisors })
  return department
}

function readDepartment(tx: Tx, id: string): Promise<object | null> {
  const members = { select: { userId: true }, orderBy: { userId: 'asc' } } as const
  return tx.department.findUnique({ where: { id }, include: { members } })
}
