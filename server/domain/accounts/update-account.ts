import { z } from 'zod'
import { transact } from '../../events/transact.ts'
import type { Account } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

const fields = z.object({ name: optional(nameField) })

/** Renames the account. Throws `forbidden`, and errors of the name. */
export function updateAccount(
  services: Services,
  { viewer, ...input }: { viewer: Viewer; name?: string | null },
): Promise<Account> {
  requireAdmin(viewer)
  const { name } = parseInput(fields, input)
  const { accountId: id } = viewer
  return transact(services, async (work) => {
    const before = await work.tx.account.findUniqueOrThrow({ where: { id } })
    const after = await work.tx.account.update({ where: { id }, data: { name } })
    await work.audit({
      actor: viewer,
      action: 'ACCOUNT_UPDATED',
      subject: { type: 'Account', id, label: after.name },
      before: { name: before.name },
      after: { name: after.name },
    })
    return after
  })
}
