import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Department } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { nextNumber } from '../accounts/next-number.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { createOnce } from '../create-once.ts'
import { followSupervisors, holdSupervision } from '../operators/follow-supervisors.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'
import { nameField, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { orNameTaken, requireFreeName } from './require-free-name.ts'
import { setMembers } from './set-members.ts'

const fields = z.object({ name: nameField })

interface CreateDepartment {
  viewer: Viewer
  name: string
  memberIds: string[]
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Creates a department. Throws `forbidden`, and all other errors at once: a bad or taken name, unknown
 * people.
 */
export async function createDepartment(
  services: Services,
  { viewer, problems = [], ...input }: CreateDepartment,
): Promise<Department> {
  requireAdmin(viewer)
  const { accountId } = viewer
  let supervisors: string[] = []
  const once = {
    viewer,
    mutation: 'createDepartment',
    input,
    find: ({ tx }: Work, id: string) => tx.department.findFirst({ where: { id, accountId } }),
  }
  const department = await createOnce(services, once, async (work) => {
    const supervision = await holdSupervision(work.tx, accountId)
    const [, { name }, userIds] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => requireActiveUsers(work.tx, { accountId, ids: input.memberIds, field: 'input.memberIds' }),
      () => requireFreeName(work.tx, { accountId, name: input.name }),
    )
    const number = await nextNumber(work.tx, accountId, 'lastDepartmentNumber')
    const department = await orNameTaken(work.tx.department.create({ data: { accountId, number, name } }))
    await setMembers(work.tx, { departmentId: department.id, userIds })
    supervisors = await followSupervisors(work, { viewer, before: supervision })
    await work.record({
      accountId,
      kind: 'DEPARTMENT_CREATED',
      actor: actorOf(viewer),
      subjectId: department.id,
    })
    await work.audit({
      actor: viewer,
      action: 'DEPARTMENT_CREATED',
      subject: { type: 'Department', id: department.id, label: name },
      after: { name, members: userIds },
    })
    return department
  })
  await announceAccess(services, { accountId, userIds: supervisors })
  return department
}
