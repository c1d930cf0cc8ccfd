import { existingQuery } from '../../graphql/drafts.ts'
import { query } from '../../graphql/request.ts'

/** Something that people have written and not sent, by chat, offline message, or the message that it changes. */
export interface Unsent {
  readonly ids: readonly string[]
  forget(id: string): void
}

/** Asked for in one request. */
const BATCH = 50

/**
 * Forgets what was written to those who have been erased since, on this screen or while this browser was closed. What was
 * written in a chat that its operator may not see now goes with it: the server still has it. Throws RequestError.
 */
export async function forgetGone(stores: readonly Unsent[]): Promise<void> {
  const ids = [...new Set(stores.flatMap((store) => store.ids))]
  for (let start = 0; start < ids.length; start += BATCH) {
    const asked = ids.slice(start, start + BATCH)
    const { nodes } = await query(existingQuery, { ids: asked })
    const gone = asked.filter((_, index) => nodes[index] === null)
    for (const store of stores) for (const id of gone) store.forget(id)
  }
}
