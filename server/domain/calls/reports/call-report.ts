import { z } from 'zod'
import { CallState, CallType } from '../../../generated/prisma/enums.ts'
import { storableText } from '../../../storable-text.ts'

const ID_LENGTH = 255
const URL_LENGTH = 2000

/** A word of the contract in any letter case, as the value that stands for it here. */
function word<Value extends string>(values: Record<string, Value>) {
  const words = Object.values(values).map((value) => value.toLowerCase()) as [string, ...string[]]
  return z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(words))
    .transform((text) => text.toUpperCase() as Value)
}

const text = z
  .union([z.string(), z.number().transform(String)])
  .transform((value) => storableText(value).trim())
/** One that is blank or cannot be used counts as absent. */
const optionalText = text
  .optional()
  .catch(undefined)
  .transform((value) => value || undefined)
const id = optionalText.refine((value) => (value?.length ?? 0) <= ID_LENGTH, 'It is too long.')

/** What a telephone system reports of a call. Unknown fields are ignored. */
export const callReportSchema = z
  .object({
    call_id: id,
    id: id,
    type: word(CallType).optional().catch(undefined),
    phone: optionalText,
    status: word(CallState),
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
