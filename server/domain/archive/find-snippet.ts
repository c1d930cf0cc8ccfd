import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../escape-like.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import type { SearchWords } from './search-words.ts'

/** The message of a chat that best shows why the chat was found. */
export interface FoundMessage {
  id: string
  /** The text of it that was searched. */
  words: string
}

/** Of this many messages with one of the words, the first with all of them is used, or else the first. */
const LOOK_AT = 20

/**
 * The text of the message `m` that the archive searches; the function `archive_chats` of the database has the
 * same list, and `mediaOf` says why the name of a file has two names.
 */
export const SEARCHED_TEXT = Prisma.sql`concat_ws(' ', m.text, coalesce(m.media ->> 'fileName', m.media ->> 'file_name'),
                            m.media ->> 'title', m.rich ->> 'content', m.rich ->> 'title')`

/** The statement that reads it for the chat `parent.id`, as `readPerParent` wants it. */
export function selectFoundMessage(accountId: string, { words, tsquery }: SearchWords): Prisma.Sql {
  const patterns = words.map((word) => `%${escapeLike(word)}%`)
  return Prisma.sql`
    SELECT id, words FROM (
      SELECT m.id, m.seq, ${SEARCHED_TEXT} AS words FROM "Message" m
      WHERE m."accountId" = ${accountId}::uuid AND m."chatId" = parent.id AND ${isEntrySql('m', 'inArchive')}
        AND lower(${SEARCHED_TEXT}) LIKE ANY(${patterns}::text[])
      ORDER BY m.seq LIMIT ${LOOK_AT}
    ) AS candidate
    ORDER BY to_tsvector('simple', searchable_words(words)) @@ ${tsquery}::tsquery DESC, seq
    LIMIT 1`
}
