import { AppError } from '../../../errors.ts'

/** The most chats that one request can change. */
export const MOST_CHATS_AT_ONCE = 100

/** One of several chats of an input, with the path of its id there. */
interface Placed<Entry> {
  entry: Entry
  place: string
}

/**
 * What an input says about several chats; of a chat that it names twice, the first entry counts. `field` is the path of
 * the list, and `suffix` leads from its entries to their ids. Throws `too_long` for more than 100.
 */
export function eachOnce<Entry extends { chatId: string }>(
  entries: readonly Entry[],
  field: string,
  suffix = '',
): Placed<Entry>[] {
  if (entries.length > MOST_CHATS_AT_ONCE) {
    const message = `One request can change at most ${MOST_CHATS_AT_ONCE} chats.`
    throw new AppError('too_long', message, { field })
  }
  const firsts = new Map<string, Placed<Entry>>()
  entries.forEach((entry, index) => {
    if (!firsts.has(entry.chatId)) firsts.set(entry.chatId, { entry, place: `${field}.${index}${suffix}` })
  })
  return [...firsts.values()]
}
