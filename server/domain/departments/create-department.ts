import { z } from 'zod'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Department } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { nameField, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { nameFree } from './name-free.ts'
import { setMembers } from './set-members.ts'

const fields = z.object({ name: nameField, memberIds: z.array(z.uuid()) })

interface CreateDepartment {
  viewer: Viewer
  name: string
  memberIds: string[]
}

/** Makes a department. Throws `forbidden`, `invalid_request`, `conflict` when the name is taken. */
export async function createDepartment(
  services: Services,
  { viewer, ...input }: CreateDepartment,
): Promise<Department> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { name, memberIds } = parseInput(fields, input)
  return transact(services, async (work) => {
    const department = await nameFree(work.tx.department.create({ data: { accountId, name } }))
    await setMembers(work.tx, { accountId, departmentId: department.id, memberIds })
    await work.record({
      accountId,
      kind: 'DEPARTMENT_CREATED',
      actor: actorOf(viewer),
      subjectId: department.id,
    })
    return department
  })
}
