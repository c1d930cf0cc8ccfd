import type { ExportedOfflineMessage } from '../../domain/offline-messages/export-offline-messages.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../text/csv-line.ts'

type Messages = AsyncIterable<ExportedOfflineMessage>

/** The columns, each with how it is read of a message. */
const columns: Record<string, (message: ExportedOfflineMessage) => unknown> = {
  created_at: ({ createdAt }) => createdAt,
  state: ({ state }) => state,
  channel: ({ channel }) => channel,
  department: ({ department }) => department,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  visitor_number: ({ visitorNumber }) => visitorNumber,
  page: ({ pageUrl }) => pageUrl,
  message: ({ text }) => text,
  answer: ({ answer }) => answer,
  answered_by: ({ answeredBy }) => answeredBy,
  answered_at: ({ answeredAt }) => answeredAt,
}

/** One line for each offline message. */
export async function* toOfflineCsv(messages: Messages): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(Object.keys(columns))
  for await (const message of messages) yield lineOf(Object.values(columns).map((read) => read(message)))
}

/** An array of offline messages, one on each line. */
export async function* toOfflineJson(messages: Messages): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const { id: _id, ...message } of messages) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(message)}`
    isFirst = false
  }
  yield '\n]'
}
