import { z } from 'zod'
import { storableText } from '../../../text/storable-text.ts'
import { STATUS_OF_STATE } from '../call-state.ts'

const ID_LENGTH = 255
const URL_LENGTH = 2000

const STATES = wordsOf(STATUS_OF_STATE)
const TYPES = { incoming: 'INCOMING', outgoing: 'OUTGOING' } as const

/** What the contract's words stand for here. */
function wordsOf<Value extends string>(words: Record<Value, string>): Record<string, Value> {
  return Object.fromEntries(Object.entries<string>(words).map(([value, word]) => [word, value as Value]))
}

/** The meaning of a word, in any letter case. */
function word<Value extends string>(words: Record<string, Value>) {
  return z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(Object.keys(words)))
    .transform((text) => words[text] as Value)
}

const text = z
  .union([z.string(), z.number().transform(String)])
  .transform((value) => storableText(value).trim())
/** A blank or unusable one counts as absent. */
const optionalText = text
  .optional()
  .catch(undefined)
  .transform((value) => value || undefined)
const id = optionalText.refine((value) => (value?.length ?? 0) <= ID_LENGTH, 'It is too long.')

/** The report of a telephone system about a call. Unknown fields are ignored. */
export const callReportSchema = z
  .object({
    call_id: id,
    id: id,
    type: word(TYPES).optional().catch(undefined),
    phone: optionalText,
    status: word(STATES),
    reason: optionalText,
    record_url: optionalText,
    agent: optionalText,
    widget_id: optionalText,
    visitor_number: optionalText,
  })
  .refine(({ call_id, id }) => call_id || id, {
    path: ['call_id'],
    message: 'call_id or id must name the call.',
  })
  .transform(({ record_url, ...report }) => ({ ...report, record_url: webAddress(record_url) }))

export type CallReport = z.output<typeof callReportSchema>

function webAddress(address: string | undefined): string | undefined {
  if (!address || address.length > URL_LENGTH || !URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
