import { z } from 'zod'
import { transact } from '../../events/transact.ts'
import type { Account } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/** The longest that a chat can be set to stay with operators who are gone. */
export const MOST_LEFT_ALONE_MINUTES = 60

const fields = z.object({
  /** Null is never. */
  leftAloneMinutes: z
    .number()
    .int()
    .refine(
      (count) => count >= 1 && count <= MOST_LEFT_ALONE_MINUTES,
      `Choose 1 to ${MOST_LEFT_ALONE_MINUTES} minutes, or never.`,
    )
    .nullable()
    .optional(),
  operatorsCreateTags: optional(z.boolean()),
})

type ChatSettings = z.input<typeof fields>

/** Sets how chats behave. Omitted fields are unchanged. Throws `forbidden`, `invalid_request`. */
export function updateChatSettings(
  services: Services,
  { viewer, ...input }: { viewer: Viewer } & ChatSettings,
): Promise<Account> {
  requireAdmin(viewer)
  const data = parseInput(fields, input)
  const { accountId: id } = viewer
  return transact(services, async (work) => {
    await lockAccount(work.tx, id)
    const before = await work.tx.account.findUniqueOrThrow({ where: { id } })
    const after = await work.tx.account.update({ where: { id }, data })
    await work.audit({
      actor: viewer,
      action: 'CHAT_SETTINGS_UPDATED',
      subject: { type: 'Account', id },
      before: pick(before),
      after: pick(after),
    })
    return after
  })
}

function pick({ leftAloneMinutes, operatorsCreateTags }: Account): ChatSettings {
  return { leftAloneMinutes, operatorsCreateTags }
}
