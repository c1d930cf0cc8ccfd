import { z } from 'zod'
import type { CannedReply } from '../../generated/prisma/client.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../text/csv-line.ts'
import { readQuery } from './query-values.ts'

const replyExportQuery = z.strictObject({
  shared: z.enum(['true', 'false'], { error: 'Choose true or false.' }).transform((text) => text === 'true'),
})

/** The parameters of the address. Throws `invalid_request`. */
export function readReplyExportQuery(query: unknown): { shared: boolean } {
  return readQuery(replyExportQuery, query)
}

/** One line for each canned reply (RFC 4180), as an import reads it. */
export async function* repliesToCsv(replies: Promise<CannedReply[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(['shortcut', 'title', 'text', 'use_count'])
  for (const { shortcut, title, text, useCount } of await replies)
    yield lineOf([shortcut, title, text, useCount])
}
