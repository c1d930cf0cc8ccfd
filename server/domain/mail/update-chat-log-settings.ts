import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import { transact } from '../../events/transact.ts'
import type { Account } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { emailField, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

export const MOST_ADDRESSES = 10
const fields = z.object({
  addresses: z.array(emailField).max(MOST_ADDRESSES, `Logs can go to at most ${MOST_ADDRESSES} addresses.`),
})

interface UpdateChatLogSettings {
  viewer: Viewer
  addresses: string[]
}

/**
 * Sets the addresses that get the log of every chat that is closed from now on; an empty list turns the logs off.
 * Pending logs for an address that is removed are not sent. Throws `forbidden`, `too_long` and errors of an address.
 */
export async function updateChatLogSettings(
  services: Services,
  { viewer, ...input }: UpdateChatLogSettings,
): Promise<Account> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { addresses } = parseInput(fields, input)
  return transact(services, async ({ tx, audit }) => {
    await lockAccount(tx, accountId)
    const before = await readAddresses(tx, accountId)
    await tx.chatLogAddress.deleteMany({ where: { accountId, email: { notIn: addresses } } })
    await tx.chatLogAddress.createMany({
      data: [...new Set(addresses)].map((email) => ({ accountId, email })),
      skipDuplicates: true,
    })
    await audit({
      actor: viewer,
      action: 'CHAT_LOG_SETTINGS_UPDATED',
      subject: { type: 'Account', id: accountId },
      before: { addresses: before },
      after: { addresses: await readAddresses(tx, accountId) },
    })
    return tx.account.findUniqueOrThrow({ where: { id: accountId } })
  })
}

async function readAddresses(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.chatLogAddress.findMany({ where: { accountId }, orderBy: { email: 'asc' } })
  return rows.map(({ email }) => email)
}
