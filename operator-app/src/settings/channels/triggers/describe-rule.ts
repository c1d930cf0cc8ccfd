import type { SvcCondition, SvcRule } from '../../../../../widget/svc-api.d.ts'
import { formatNames } from '../../../messages/format.ts'
import { tSettings } from '../../../messages/settings.ts'

/** A trigger in one line: its conditions and its actions. */
export function describeRule({ conditions, actions }: SvcRule): string {
  const texts = tSettings.triggers
  const done = actions.map(({ type }) => texts.doing[type] ?? type)
  return `${formatNames(conditions.map(describeCondition))} → ${formatNames(done)}`
}

function describeCondition(condition: SvcCondition): string {
  const texts = tSettings.triggers
  const name = texts.types[condition.type] ?? condition.type
  switch (condition.type) {
    case 'time_on_page':
    case 'time_on_site':
      return `${name}: ${condition.seconds} ${texts.seconds}`
    case 'pages_seen':
      return `${name}: ${condition.count}`
    case 'page_url':
    case 'page_title':
    case 'referrer':
      return `${name} ${texts.operators[condition.operator] ?? condition.operator} “${condition.value}”`
    case 'returning_visitor':
    case 'operators_online':
      return `${name}: ${condition.value ? texts.yes : texts.no}`
    case 'scroll_depth':
      return `${name}: ${condition.percent} %`
    case 'time_of_day':
      return `${name}: ${condition.from}–${condition.to}`
    default:
      return name
  }
}
