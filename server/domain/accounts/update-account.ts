import { z } from 'zod'
import { transact } from '../../events/transact.ts'
import type { Account } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reasonsField } from '../operators/away-reason.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { lockAccount } from './lock-account.ts'

const fields = z.object({ name: optional(nameField), awayReasons: optional(reasonsField) })

interface UpdateAccount {
  viewer: Viewer
  name?: string | null
  /** All of the reasons for being away that operators choose from. */
  awayReasons?: string[] | null
}

/** Changes the given fields of the account. Throws `forbidden`, and all errors of the fields at once. */
export function updateAccount(services: Services, { viewer, ...input }: UpdateAccount): Promise<Account> {
  requireAdmin(viewer)
  const data = parseInput(fields, input)
  const { accountId: id } = viewer
  return transact(services, async (work) => {
    await lockAccount(work.tx, id)
    const before = await work.tx.account.findUniqueOrThrow({ where: { id } })
    const after = await work.tx.account.update({ where: { id }, data })
    await work.audit({
      actor: viewer,
      action: 'ACCOUNT_UPDATED',
      subject: { type: 'Account', id, label: after.name },
      before: { name: before.name, awayReasons: before.awayReasons },
      after: { name: after.name, awayReasons: after.awayReasons },
    })
    return after
  })
}
