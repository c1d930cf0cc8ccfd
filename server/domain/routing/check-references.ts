import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { throwAll } from '../check-all.ts'
import type { TargetSetting } from '../targets/target-fields.ts'
import type { RoutingRule } from './rules/routing-rule.ts'

interface References {
  accountId: string
  rules: readonly RoutingRule[]
  targets: readonly TargetSetting[]
}

/**
 * Throws `not_found` for everything that rules and targets name and the account does not have, and `invalid_request` for an
 * operator who answers none of the channels of their rule.
 */
export async function checkReferences(tx: Tx, { accountId, rules, targets }: References): Promise<void> {
  const own = { where: { accountId }, select: { id: true } }
  const channels = idsOf(await tx.channel.findMany({ ...own, where: { accountId, deletedAt: null } }))
  const departments = idsOf(await tx.department.findMany(own))
  const tags = idsOf(await tx.tag.findMany(own))
  const operators = await tx.user.findMany({
    where: { accountId, deactivatedAt: null },
    select: { id: true, channels: { select: { channelId: true } } },
  })
  const channelsOf = new Map(
    operators.map(({ id, channels: all }) => [id, all.map((each) => each.channelId)]),
  )
  const missing = (known: ReadonlySet<string>, id: string | null, field: string, what: string) =>
    id === null || known.has(id) ? [] : [new AppError('not_found', `This ${what} does not exist.`, { field })]
  const ofRules = rules.flatMap((rule, index) => {
    const at = `input.rules.${index}`
    const named = rule.conditions.flatMap((condition, place) => {
      const field = `${at}.conditions.${place}`
      if (condition.field === 'CHANNEL')
        return condition.channelIds.flatMap((id) => missing(channels, id, `${field}.channelIds`, 'channel'))
      if (condition.field === 'TAG')
        return condition.tagIds.flatMap((id) => missing(tags, id, `${field}.tagIds`, 'tag'))
      return []
    })
    return [
      ...named,
      ...missing(departments, rule.departmentId, `${at}.departmentId`, 'department'),
      ...wrongOperator(rule, channelsOf, `${at}.operatorId`),
    ]
  })
  const ofTargets = targets.flatMap(({ channelId, departmentId }, index) => [
    ...missing(channels, channelId, `input.targets.${index}.channelId`, 'channel'),
    ...missing(departments, departmentId, `input.targets.${index}.departmentId`, 'department'),
  ])
  throwAll([...ofRules, ...ofTargets])
}

function wrongOperator(
  { operatorId, conditions }: RoutingRule,
  channelsOf: ReadonlyMap<string, readonly string[]>,
  field: string,
): AppError[] {
  if (operatorId === null) return []
  const answers = channelsOf.get(operatorId)
  if (!answers)
    return [new AppError('not_found', 'This operator does not exist or is deactivated.', { field })]
  const named = conditions.filter((condition) => condition.field === 'CHANNEL')
  const canHave = named.every(({ channelIds }) => channelIds.some((id) => answers.includes(id)))
  if (answers.length > 0 && canHave) return []
  return [
    new AppError('invalid_request', 'This operator is not assigned to any channel of the rule.', { field }),
  ]
}

function idsOf(rows: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id))
}
