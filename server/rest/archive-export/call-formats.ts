import type { ExportedCall } from '../../domain/calls/export-calls.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../text/csv-line.ts'

/** The columns, each with how it is read of a call. */
const columns: Record<string, (call: ExportedCall) => unknown> = {
  created_at: ({ createdAt }) => createdAt,
  ended_at: ({ endedAt }) => endedAt,
  type: ({ type }) => type,
  state: ({ state }) => state,
  reason: ({ reason }) => reason,
  phone: ({ phone }) => phone,
  channel: ({ channel }) => channel,
  operator: ({ operator }) => operator,
  chat_number: ({ chatNumber }) => chatNumber,
  visitor_number: ({ visitor }) => visitor?.number,
  visitor_id: ({ visitor }) => visitor?.id,
  visitor_name: ({ visitor }) => visitor?.name,
  visitor_email: ({ visitor }) => visitor?.email,
  record_url: ({ recordUrl }) => recordUrl,
  outcome: ({ outcome }) => outcome,
}

/** One line for each call (RFC 4180). */
export async function* callsToCsv(calls: AsyncIterable<ExportedCall>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(Object.keys(columns))
  for await (const call of calls) yield lineOf(Object.values(columns).map((read) => read(call)))
}

/** An array of calls, one object on each line. */
export async function* callsToJson(calls: AsyncIterable<ExportedCall>): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const { id: _, ...call } of calls) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(call)}`
    isFirst = false
  }
  yield isFirst ? ']' : '\n]'
}
