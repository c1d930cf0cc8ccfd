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
    call_id: id.describe('The `call_id` of the order.'),
    id: id.describe('Your own id of a call that you started yourself, up to 255 characters.'),
    type: word(CallType)
      .optional()
      .catch(undefined)
      .describe('incoming or outgoing: of a call that you started.'),
    phone: optionalText.describe('The client’s number; empty when the caller hides it.'),
    status: word(CallState).describe('start, agent_connected, client_connected, end or error.'),
    reason: optionalText.describe('Why it failed: with error.'),
    record_url: optionalText.describe('The http(s) address of the recording: with end.'),
    agent: optionalText.describe('The e-mail address of the operator who speaks.'),
    widget_id: optionalText.describe('The public id of the channel that a call of your own belongs to.'),
    visitor_number: optionalText.describe('The number of the visitor, if you know it.'),
  })
  .transform(({ record_url, ...report }) => ({ ...report, record_url: webAddress(record_url) }))

export type CallReport = z.output<typeof callReportSchema>

function webAddress(address: string | undefined): string | undefined {
  if (!address || address.length > URL_LENGTH || !URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
