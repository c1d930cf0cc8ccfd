import type { VisitorData } from '../../domain/visitors/export-visitor.ts'
import { toJson } from './json.ts'

/** One object, written while its lists are read. */
export async function* visitorToJson({ visitor, chats, ...lists }: VisitorData): AsyncGenerator<string> {
  yield `{"visitor":${JSON.stringify(visitor)}`
  for (const [name, rows] of Object.entries<AsyncIterable<object>>(lists)) {
    yield `,"${name}":`
    yield* toArray(rows)
  }
  yield ',"chats":'
  yield* toJson(chats)
  yield '}\n'
}

async function* toArray(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const row of rows) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
    isFirst = false
  }
  yield ']'
}
