import type { Message } from '../graphql/fragments.ts'
import { t } from '../messages/index.ts'

/** Why the routing did what a notice says, as the end of its sentence. */
export function noticeReason(notice: NonNullable<Message['notice']>): string {
  const texts = t.noticeReasons
  const { kind, routing, rule, isReturn, isWider, priority, minutes, department, target } = notice
  if (minutes !== null) return texts.minutes(minutes)
  const parts = [
    routing && texts.ways[routing],
    isReturn && texts.isReturn,
    isWider && texts.isWider,
    rule !== null && texts.rule(rule),
    kind === 'ROUTED' && department && texts.department(department.name),
    kind === 'ROUTED' && target && texts.operator(target.name),
    priority && texts.priority[priority],
  ]
  return parts.filter((part) => part).join(', ')
}
