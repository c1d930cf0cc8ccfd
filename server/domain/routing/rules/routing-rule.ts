import { z } from 'zod'
import { ChatPriority } from '../../../generated/prisma/enums.ts'
import { WEEKDAYS } from '../../hours/opening-hours.ts'
import { nameField } from '../../parse-input.ts'
import { UTM } from '../../visits/page.ts'

/** The most rules of an account, and the most conditions of a rule. */
export const MOST_RULES = 50
export const MOST_CONDITIONS = 10
/** The most channels, tags, countries or languages of a condition. */
export const MOST_VALUES = 50

/** How a text is compared; upper and lower case are the same. */
export const COMPARISONS = ['IS', 'IS_NOT', 'CONTAINS', 'CONTAINS_NOT', 'BEGINS', 'ENDS'] as const

const value = z
  .string()
  .trim()
  .min(1, 'Enter a text to compare with.')
  .max(300, 'Use at most 300 characters.')
const text = { comparison: z.enum(COMPARISONS, 'Choose how to compare.'), value }
const time = z
  .string('Enter a time such as 09:00.')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00.')
const ids = (message: string) =>
  z.array(z.uuid(), message).min(1, message).max(MOST_VALUES, `Choose at most ${MOST_VALUES}.`)
const is = z.boolean('Choose yes or no.')

const conditionField = z.discriminatedUnion('field', [
  z.object({ field: z.literal('CHANNEL'), channelIds: ids('Choose a channel.') }),
  z.object({ field: z.literal('PAGE'), ...text }),
  z.object({ field: z.literal('REFERRER'), ...text }),
  z.object({ field: z.literal('UTM'), key: z.enum(UTM, `Choose one of ${UTM.join(', ')}.`), ...text }),
  z.object({
    field: z.literal('CUSTOM_DATA'),
    key: z.string('Enter the name of the data.').trim().min(1, 'Enter the name of the data.').max(100),
    ...text,
  }),
  z.object({ field: z.literal('BOT_REASON'), ...text }),
  z.object({
    field: z.literal('COUNTRY'),
    values: z
      .array(
        z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^[A-Z]{2}$/, 'Enter a two-letter code, such as DE.'),
        'Enter a country.',
      )
      .min(1, 'Enter a country.')
      .max(MOST_VALUES, `Enter at most ${MOST_VALUES}.`),
  }),
  z.object({
    field: z.literal('LANGUAGE'),
    values: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/, 'Enter a code such as de or pt-br.'),
        'Enter a language.',
      )
      .min(1, 'Enter a language.')
      .max(MOST_VALUES, `Enter at most ${MOST_VALUES}.`),
  }),
  z.object({ field: z.literal('TAG'), tagIds: ids('Choose a tag.') }),
  z.object({
    field: z.literal('TIME'),
    days: z.array(z.enum(WEEKDAYS), 'Choose a day.').min(1, 'Choose a day.').max(WEEKDAYS.length),
    from: time,
    /** Exclusive; a time that is not later is on the next day. */
    to: time,
  }),
  z.object({ field: z.literal('OPEN'), is }),
  z.object({ field: z.literal('RETURNING'), is }),
])

/** What a rule of an account says, as an admin enters it. */
export const routingRuleField = z
  .object({
    name: nameField,
    enabled: z.boolean(),
    conditions: z
      .array(conditionField)
      .max(MOST_CONDITIONS, `A rule can have at most ${MOST_CONDITIONS} conditions.`),
    departmentId: z
      .uuid()
      .nullish()
      .transform((id) => id ?? null),
    operatorId: z
      .uuid()
      .nullish()
      .transform((id) => id ?? null),
    priority: z
      .enum(ChatPriority)
      .nullish()
      .transform((priority) => priority ?? null),
  })
  .refine(({ departmentId, operatorId, priority }) => departmentId ?? operatorId ?? priority, {
    message: 'Choose a department, an operator or a priority.',
    path: ['departmentId'],
  })

export type RoutingRule = z.output<typeof routingRuleField>
export type RuleCondition = z.output<typeof conditionField>

/** The rules as they are stored. What a later version may have added is left out. */
export function readRoutingRules(stored: unknown): RoutingRule[] {
  const rules = Array.isArray(stored) ? stored : []
  return rules.flatMap((rule) => {
    const read = routingRuleField.safeParse(rule)
    return read.success ? [read.data] : []
  })
}
