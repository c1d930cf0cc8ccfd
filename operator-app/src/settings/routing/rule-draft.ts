import type { ReplyTarget, RoutingCondition, RoutingRule } from '../../graphql/routing-settings.ts'
import { t } from '../../messages/index.ts'
import { tSettings } from '../../messages/settings.ts'

/** A condition while it is edited: all that any has, as the controls need it. */
export interface ConditionDraft {
  field: RoutingCondition['field']
  comparison: NonNullable<RoutingCondition['comparison']>
  key: string
  value: string
  /** Codes of countries or languages, as they are typed. */
  values: string
  channelIds: string[]
  tagIds: string[]
  days: NonNullable<RoutingCondition['days']>
  from: string
  to: string
  is: boolean
}

const WEEK = Object.keys(tSettings.hours.days) as ConditionDraft['days']

/** What a condition begins as. */
export const newCondition: ConditionDraft = {
  field: 'PAGE',
  comparison: 'CONTAINS',
  key: '',
  value: '',
  values: '',
  channelIds: [],
  tagIds: [],
  days: WEEK.slice(0, 5),
  from: '09:00',
  to: '17:00',
  is: true,
}

export function toConditionDraft(condition: RoutingCondition): ConditionDraft {
  const { field, comparison, key, value, values, channels, tags, days, from, to, is } = condition
  return {
    field,
    comparison: comparison ?? newCondition.comparison,
    key: key ?? '',
    value: value ?? '',
    values: values?.join(', ') ?? '',
    channelIds: channels?.map(({ id }) => id) ?? [],
    tagIds: tags?.map(({ id }) => id) ?? [],
    days: days ?? newCondition.days,
    from: from ?? newCondition.from,
    to: to ?? newCondition.to,
    is: is ?? true,
  }
}

/** The condition as the API takes it; the server ignores what its field does not need. */
export function toConditionInput({ values, ...condition }: ConditionDraft) {
  const codes = values.split(/[\s,;]+/).filter((code) => code !== '')
  return { ...condition, values: codes }
}

export function toRuleInput({ name, enabled, conditions, department, operator, priority }: RoutingRule) {
  return {
    name,
    enabled,
    priority,
    departmentId: department?.id ?? null,
    operatorId: operator?.id ?? null,
    conditions: conditions.map((condition) => toConditionInput(toConditionDraft(condition))),
  }
}

export type RuleInput = ReturnType<typeof toRuleInput>

export function toTargetInput({ channel, department, firstReplyMinutes, closingMinutes }: ReplyTarget) {
  return {
    channelId: channel?.id ?? null,
    departmentId: department?.id ?? null,
    firstReplyMinutes,
    closingMinutes,
  }
}

export type TargetInput = ReturnType<typeof toTargetInput>

/** What a rule says, in a line. */
export function describeRule({ conditions, department, operator, priority }: RoutingRule): string {
  const texts = tSettings.routing.rules
  const asked = conditions.map(describeCondition)
  const done = [
    department && texts.toDepartment(department.name),
    operator && texts.toOperator(operator.name),
    priority && t.noticeReasons.priority[priority],
  ].filter((part) => part)
  return `${asked.length > 0 ? asked.join(texts.and) : texts.always} → ${done.join(', ') || texts.nothing}`
}

function describeCondition(condition: RoutingCondition): string {
  const texts = tSettings.routing.rules
  const { field, comparison, key, value, values, channels, tags, days, from, to, is } = condition
  const name = texts.fields[field]
  const list = values ?? channels?.map((each) => each.name) ?? tags?.map((each) => each.name)
  if (list) return `${name}: ${list.join(', ')}`
  if (days) return `${days.map((day) => tSettings.hours.days[day].slice(0, 3)).join(', ')} ${from}–${to}`
  if (is !== null) return is ? name : texts.not(name)
  return `${key ? `${name} ${key}` : name} ${comparison ? texts.comparisons[comparison] : ''} “${value ?? ''}”`
}
