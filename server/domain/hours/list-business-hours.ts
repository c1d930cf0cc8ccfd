import type { BusinessHours } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { hoursOf } from './business-hours.ts'

/** The hours of the account, and then those of departments and channels. */
export function listBusinessHours(
  { db }: Pick<Services, 'db'>,
  { accountId }: Pick<Viewer, 'accountId'>,
): Promise<BusinessHours[]> {
  return db.businessHours.findMany({
    where: hoursOf(accountId),
    orderBy: [
      { channelId: { sort: 'asc', nulls: 'first' } },
      { departmentId: { sort: 'asc', nulls: 'first' } },
    ],
  })
}
