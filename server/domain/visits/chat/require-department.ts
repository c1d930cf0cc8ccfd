import type { Db } from '../../../database/client.ts'
import { AppError } from '../../../errors.ts'
import type { Department } from '../../../generated/prisma/client.ts'

/** The department that a page names by its number; null if it names none. Throws `not_found`. */
export async function requireDepartment(
  db: Db,
  accountId: string,
  number: number | null | undefined,
): Promise<Department | null> {
  if (number == null) return null
  const department = await db.department.findFirst({ where: { accountId, number } })
  if (department) return department
  throw new AppError('not_found', 'There is no department with this number.', { field: 'input.department' })
}
