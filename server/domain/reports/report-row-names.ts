import type { Db } from '../../database/client.ts'
import type { ReportDimension } from '../../generated/prisma/client.ts'

interface RowNames {
  accountId: string
  by: ReportDimension
  /** Of rows of a report. */
  keys: readonly string[]
}

/** What the rows of a report are called, by their keys; those that are their own names, or deleted, are not in it. */
export async function reportRowNames(
  db: Db,
  { accountId, by, keys }: RowNames,
): Promise<ReadonlyMap<string, string>> {
  const find = {
    where: { accountId, id: { in: keys.filter((key) => key !== '') } },
    select: { id: true, name: true },
  }
  const named = {
    CHANNEL: () => db.channel.findMany(find),
    DEPARTMENT: () => db.department.findMany(find),
    OPERATOR: () => db.user.findMany(find),
    TAG: () => db.tag.findMany(find),
    BOT: () => db.bot.findMany(find),
    ALL: null,
    COUNTRY: null,
    PAGE: null,
    HOUR: null,
  }[by]
  return new Map((await named?.())?.map(({ id, name }) => [id, name]))
}
