import type { ChatPriority } from '../../../generated/prisma/client.ts'
import type { RoutingSettings } from '../read-routing-settings.ts'
import type { AskedChat } from './find-rule-subject.ts'
import { findRule } from './fits-rule.ts'
import type { RoutingDecision } from './routing-decision.ts'
import type { RoutingRule } from './routing-rule.ts'

/** What the rules say about a chat. */
export interface RuleOutcome {
  rule: RoutingRule | null
  departmentId: string | null
  priority: ChatPriority | null
  decision: RoutingDecision
}

type Asked = Pick<AskedChat, 'subject' | 'lastOperatorId' | 'lastClosedAt'>

const DAY_MS = 24 * 60 * 60 * 1000

/** The first rule that fits decides; where it names no operator, the visitor goes back to the one who answered them last. */
export function decide({ rules, returnDays }: RoutingSettings, asked: Asked): RuleOutcome {
  const { subject, lastOperatorId, lastClosedAt } = asked
  const rule = findRule(rules, subject)
  const isRecent =
    returnDays !== null &&
    lastClosedAt !== null &&
    lastClosedAt.getTime() > subject.at.getTime() - returnDays * DAY_MS
  const isReturn = !rule?.operatorId && isRecent && lastOperatorId !== null
  const operatorId = rule?.operatorId ?? (isReturn ? lastOperatorId : null)
  return {
    rule,
    departmentId: rule?.departmentId ?? null,
    priority: rule?.priority ?? null,
    decision: {
      ...(rule && { rule: rule.name }),
      ...(operatorId && { operatorId }),
      ...(isReturn && { isReturn }),
    },
  }
}

/** Whether it changes the chat. A rule that fits is said even if it names nothing. */
export function hasEffect({ decision }: RuleOutcome): boolean {
  return Object.keys(decision).length > 0
}
