import type { RoutingSettings as Stored } from '../../generated/prisma/client.ts'
import { readTargets, type TargetSetting } from '../targets/target-fields.ts'
import { type RoutingRule, readRoutingRules } from './rules/routing-rule.ts'

/** How an account routes its chats, besides the way of each channel. */
export interface RoutingSettings {
  accountId: string
  rules: readonly RoutingRule[]
  returnDays: number | null
  notTakenMinutes: number | null
  targets: readonly TargetSetting[]
  targetsChangedAt: Date | null
}

/** The settings as they are stored; without a row, there are none. */
export function readRoutingSettings(accountId: string, stored: Stored | null): RoutingSettings {
  return {
    accountId,
    rules: readRoutingRules(stored?.rules),
    returnDays: stored?.returnDays ?? null,
    notTakenMinutes: stored?.notTakenMinutes ?? null,
    targets: readTargets(stored?.targets),
    targetsChangedAt: stored?.targetsChangedAt ?? null,
  }
}
