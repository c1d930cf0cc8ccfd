import { z } from 'zod'
import { transact } from '../../events/transact.ts'
import type { Account } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/** Ten years. */
export const MOST_RETENTION_DAYS = 3650

/** Null is for ever. */
const days = z
  .number()
  .int()
  .refine(
    (count) => count >= 1 && count <= MOST_RETENTION_DAYS,
    `Choose 1 to ${MOST_RETENTION_DAYS} days, or for ever.`,
  )
  .nullable()
  .optional()
const fields = z.object({
  keepChatsDays: days,
  keepFilesDays: days,
  keepCallsDays: days,
  keepLogsDays: days,
})

type Retention = z.infer<typeof fields>

/**
 * Sets how long data is kept. Omitted fields are unchanged, null keeps for ever. Older data is deleted within an
 * hour. Throws `forbidden`, `invalid_request`.
 */
export function updateRetention(
  services: Services,
  { viewer, ...input }: { viewer: Viewer } & Retention,
): Promise<Account> {
  requireAdmin(viewer)
  const data = parseInput(fields, input)
  const { accountId } = viewer
  return transact(services, async (work) => {
    await lockAccount(work.tx, accountId)
    const before = await work.tx.account.findUniqueOrThrow({ where: { id: accountId } })
    const after = await work.tx.account.update({ where: { id: accountId }, data })
    await work.audit({
      actor: viewer,
      action: 'RETENTION_UPDATED',
      subject: { type: 'Account', id: accountId },
      before: pick(before),
      after: pick(after),
    })
    return after
  })
}

function pick({ keepChatsDays, keepFilesDays, keepCallsDays, keepLogsDays }: Account): Retention {
  return { keepChatsDays, keepFilesDays, keepCallsDays, keepLogsDays }
}
