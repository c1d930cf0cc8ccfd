import { AppError } from '../../../errors.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { ChatResult } from './chat-result.ts'
import { eachOnce } from './each-once.ts'

/** How many are changed at the same time: each needs a connection to the database. */
const AT_ONCE = 4

interface Each<Entry extends { chatId: string }> {
  entries: readonly Entry[]
  /** The path of the list in the input, and from each of its entries to the id of the chat. */
  field: string
  suffix?: string
  /** The verb for one chat. */
  change: (entry: Entry) => Promise<Chat>
}

/**
 * Runs a verb for each of several chats, each in its own transaction, so that one which is refused does not affect the
 * others. The results are in the order of the entries. Throws `too_long`, and every error that is not a refusal.
 */
export async function changeEach<Entry extends { chatId: string }>({
  entries,
  field,
  suffix,
  change,
}: Each<Entry>): Promise<ChatResult[]> {
  const placed = eachOnce(entries, field, suffix)
  const results: ChatResult[] = []
  const waiting = placed.keys()
  const work = async () => {
    for (const index of waiting) {
      const { entry, place } = placed[index] ?? {}
      if (entry && place) results[index] = await resultOf(entry.chatId, place, () => change(entry))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

async function resultOf(chatId: string, place: string, change: () => Promise<Chat>): Promise<ChatResult> {
  try {
    return { chatId, chat: await change(), refusal: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { chatId, chat: null, refusal: ofThisChat(error, place) }
  }
}

/** The verb knows of one chat: what it says about it is said about the entry of the list. */
function ofThisChat(error: AppError, place: string): AppError {
  const [first = error, ...others] = error.problems.map(
    ({ code, message, field, retryAfter }) =>
      new AppError(code, message, {
        ...(field !== undefined && { field: field === 'input.chatId' ? place : field }),
        ...(retryAfter !== undefined && { retryAfter }),
      }),
  )
  if (others.length === 0) return first
  const { code, message, field } = first
  return new AppError(code, message, { ...(field !== undefined && { field }), others })
}
