import type { Services } from '../../services.ts'

/** The cursor of the account's newest event; `0` when there is none. */
export async function findEventCursor(
  { db }: Services,
  { accountId }: { accountId: string },
): Promise<string> {
  const newest = await db.event.findFirst({
    where: { accountId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return String(newest?.id ?? 0)
}
