import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import type { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { optional, parseInput } from '../parse-input.ts'
import { targetsField } from '../targets/target-fields.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { checkReferences } from './check-references.ts'
import { type RoutingSettings, readRoutingSettings } from './read-routing-settings.ts'
import { MOST_RULES, routingRuleField } from './rules/routing-rule.ts'

/** The longest time for which a visitor can go back to their operator, in days. */
export const MOST_RETURN_DAYS = 365
/** The longest time before the admins are told of a chat that nobody takes, in minutes. */
export const MOST_NOT_TAKEN_MINUTES = 24 * 60

const upTo = (most: number, unit: string) => {
  const message = `Enter 1 to ${most} ${unit}, or nothing.`
  return z
    .number(message)
    .int(message)
    .refine((count) => count >= 1 && count <= most, message)
    .nullable()
    .optional()
}

const fields = z.object({
  rules: optional(z.array(routingRuleField).max(MOST_RULES, `There can be at most ${MOST_RULES} rules.`)),
  returnDays: upTo(MOST_RETURN_DAYS, 'days'),
  notTakenMinutes: upTo(MOST_NOT_TAKEN_MINUTES, 'minutes'),
  targets: optional(targetsField),
})

/** Omitted fields are unchanged; null ends what the number is for. */
type UpdateRoutingSettings = { [Field in keyof z.input<typeof fields>]?: unknown } & {
  viewer: Viewer
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Sets the rules of the routing, in their order, what else it does, and the targets. Throws `forbidden`, and all other
 * errors at once: bad fields, unknown channels, departments, operators and tags, an operator who may not have the chats of
 * a rule.
 */
export async function updateRoutingSettings(
  services: Services,
  { viewer, problems = [], ...input }: UpdateRoutingSettings,
): Promise<RoutingSettings> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const { tx } = work
    const [, data] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
    )
    await checkReferences(tx, { accountId, rules: data.rules ?? [], targets: data.targets ?? [] })
    const before = readRoutingSettings(accountId, await lockSettings(tx, accountId))
    const changed = { ...data, ...(data.targets && { targetsChangedAt: new Date() }) }
    const stored = await tx.routingSettings.update({ where: { accountId }, data: changed })
    const after = readRoutingSettings(accountId, stored)
    await work.audit({
      actor: viewer,
      action: 'ROUTING_SETTINGS_UPDATED',
      subject: { type: 'Account', id: accountId },
      before: shown(before),
      after: shown(after),
    })
    return after
  })
}

/** The row, locked: two admins who set it for the first time change the same one. */
async function lockSettings(tx: Tx, accountId: string) {
  await tx.routingSettings.createMany({ data: { accountId }, skipDuplicates: true })
  await tx.$queryRaw`SELECT 1 FROM "RoutingSettings" WHERE "accountId" = ${accountId}::uuid FOR UPDATE`
  return tx.routingSettings.findUniqueOrThrow({ where: { accountId } })
}

function shown({ rules, returnDays, notTakenMinutes, targets }: RoutingSettings) {
  return { routingRules: rules, returnDays, notTakenMinutes, targets }
}
