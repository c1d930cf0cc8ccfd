import { z } from 'zod'
import { storableText } from '../../text/storable-text.ts'

const MAX_RULES = 50
const AT_MOST_A_DAY = 'Enter a number of seconds from 0 to 86400.'
const seconds = z.number(AT_MOST_A_DAY).min(0, AT_MOST_A_DAY).max(86_400, AT_MOST_A_DAY)
/** A text that the database can keep: nothing has read the JSON before. */
const text = z
  .string()
  .refine((value) => !value.includes('\u0000'), 'A text must not contain the NUL character.')
  .overwrite(storableText)
const pattern = text.min(1, 'Enter a text to compare with.').max(300, 'It can have at most 300 characters.')
/** Minutes of a day, as people write them. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30.')

/** How a text is compared: whether it is, contains, begins with or ends with the value, or does not. */
const textMatch = z.strictObject({
  operator: z.enum(['is', 'contains', 'begins', 'ends', 'is_not', 'contains_not']),
  value: pattern,
})

/** When a trigger fires: all of its conditions must be met. */
const condition = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('time_on_page'), seconds }),
  z.strictObject({ type: z.literal('time_on_site'), seconds }),
  z.strictObject({ type: z.literal('pages_seen'), count: z.number().int().min(1).max(1_000) }),
  z.strictObject({ type: z.literal('page_url'), ...textMatch.shape }),
  z.strictObject({ type: z.literal('page_title'), ...textMatch.shape }),
  z.strictObject({ type: z.literal('referrer'), ...textMatch.shape }),
  z.strictObject({ type: z.literal('returning_visitor'), value: z.boolean() }),
  z.strictObject({ type: z.literal('scroll_depth'), percent: z.number().min(0).max(100) }),
  z.strictObject({ type: z.literal('exit_intent') }),
  z.strictObject({ type: z.literal('operators_online'), value: z.boolean() }),
  z.strictObject({
    type: z.literal('time_of_day'),
    from: timeOfDay,
    to: timeOfDay,
    /** 1 is Monday; every day if omitted. In the visitor's local time. */
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7).optional(),
  }),
])

const action = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('invite'),
    text: text.trim().min(1, 'Enter the text of the invitation.').max(1_000),
    department_id: z.number().int().positive().optional(),
  }),
  z.strictObject({ type: z.literal('open_chat') }),
  /** A function of the page by its name; dots lead into objects. */
  z.strictObject({
    type: z.literal('call_function'),
    name: z
      .string()
      .max(100)
      .regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/, 'Enter the name of a function.'),
  }),
])

const rule = z.strictObject({
  /** Identifies the trigger for the counters and for "once for each visitor". */
  id: z.string().regex(/^[\w-]{1,64}$/, 'An id has 1 to 64 letters, digits, "-" and "_".'),
  name: text.max(100).default(''),
  enabled: z.boolean().default(true),
  conditions: z.array(condition).min(1).max(20),
  actions: z.array(action).min(1).max(5),
  /** How often one visitor can meet it. */
  repeat: z.enum(['once', 'once_per_visit', 'always']).default('once'),
})

/** The triggers of a widget, in the format of `setRules` (contract, part 4.4). */
export const rulesField = z.strictObject({
  rules: z
    .array(rule)
    .max(MAX_RULES, `There can be at most ${MAX_RULES} rules.`)
    .refine(
      (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
      'Each rule needs an id of its own.',
    ),
})
