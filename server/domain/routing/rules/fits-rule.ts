import { Temporal } from 'temporal-polyfill'
import { isOpen } from '../../hours/is-open.ts'
import { WEEKDAYS } from '../../hours/opening-hours.ts'
import type { RoutingRule, RuleCondition } from './routing-rule.ts'
import type { RuleSubject } from './rule-subject.ts'

/** The first rule that fits: all of its conditions do. */
export function findRule(rules: readonly RoutingRule[], subject: RuleSubject): RoutingRule | null {
  return rules.find((rule) => rule.enabled && rule.conditions.every((each) => fits(each, subject))) ?? null
}

type Field = RuleCondition['field']
type Of<Name extends Field> = Extract<RuleCondition, { field: Name }>

const checks: { [Name in Field]: (condition: Of<Name>, subject: RuleSubject) => boolean } = {
  CHANNEL: ({ channelIds }, { channelId }) => channelIds.includes(channelId),
  PAGE: (condition, { page }) => matches(condition, page),
  REFERRER: (condition, { referrer }) => matches(condition, referrer),
  UTM: (condition, { utm }) => matches(condition, utm[condition.key] ?? null),
  CUSTOM_DATA: (condition, { customData }) => {
    const given = customData.filter(({ key }) => lower(key) === lower(condition.key))
    if (given.length === 0) return matches(condition, null)
    const holds = ({ value }: { value: string }) => matches(condition, value)
    return isDenial(condition) ? given.every(holds) : given.some(holds)
  },
  BOT_REASON: (condition, { botReason }) => matches(condition, botReason),
  COUNTRY: ({ values }, { country }) => country !== null && values.includes(country.toUpperCase()),
  LANGUAGE: ({ values }, { language }) =>
    language !== null &&
    values.some((value) => lower(language) === value || lower(language).startsWith(`${value}-`)),
  TAG: (condition, { tagIds }) => condition.tagIds.some((id) => tagIds.includes(id)),
  TIME: (condition, { hours, at }) => isWithin(condition, at, hours?.timeZone ?? 'UTC'),
  OPEN: ({ is }, { hours, at }) => isOpen(hours, at) === is,
  RETURNING: ({ is }, { isReturning }) => isReturning === is,
}

function fits<Name extends Field>(condition: Of<Name>, subject: RuleSubject): boolean {
  return checks[condition.field as Name](condition, subject)
}

type Comparing = Pick<Of<'PAGE'>, 'comparison' | 'value'>

/** An unknown value equals nothing and contains nothing. */
function matches({ comparison, value }: Comparing, text: string | null): boolean {
  const [given, wanted] = [lower(text ?? ''), lower(value)]
  switch (comparison) {
    case 'IS':
      return given === wanted
    case 'IS_NOT':
      return given !== wanted
    case 'CONTAINS':
      return given.includes(wanted)
    case 'CONTAINS_NOT':
      return !given.includes(wanted)
    case 'BEGINS':
      return given.startsWith(wanted)
    case 'ENDS':
      return given.endsWith(wanted)
  }
}

function isDenial({ comparison }: Comparing): boolean {
  return comparison === 'IS_NOT' || comparison === 'CONTAINS_NOT'
}

/** Whether the clocks of the time zone show a time between the two, of hours that begin on one of the days. */
function isWithin({ days, from, to }: Of<'TIME'>, at: Date, timeZone: string): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const isOn = (date: { dayOfWeek: number }) => days.includes(WEEKDAYS[date.dayOfWeek - 1] ?? 'MONDAY')
  if (to > from) return isOn(local) && from <= time && time < to
  return (isOn(local) && from <= time) || (isOn(local.subtract({ days: 1 })) && time < to)
}

function lower(text: string): string {
  return text.toLowerCase()
}
