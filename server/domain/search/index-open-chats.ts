import type { Services } from '../../services.ts'
import { SEARCHED_TEXT } from '../archive/find-snippet.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'

/** One sweep does no more, however many chats there are to catch up with: those first that a search does not read itself. */
const BATCH = 500
/** While people write, the last messages are searched themselves. */
const QUIET_SECONDS = 10
/** What can be found of a chat: the latest, and no more than a tsvector takes. */
const SEARCHED = { messages: 5_000, characters: 100_000 }

/**
 * Makes what can be found in open chats to which something was added, once nobody has written for ten seconds. Several
 * workers may make the same.
 */
export async function indexOpenChats({ db }: Pick<Services, 'db'>): Promise<void> {
  const spread = SEARCHED.characters * 3
  await db.$executeRaw`
    INSERT INTO "OpenChatWords" ("chatId", "accountId", seq, changes, document)
    SELECT chat.id, chat."accountId", chat."lastSeq", chat.changes,
           to_tsvector('simple', left(searchable_words(right(said.words, ${SEARCHED.characters}::int)), ${spread}::int))
    FROM (
      SELECT c.id, c."accountId", c."lastSeq", coalesce(known.changes, 0) AS changes
      FROM "Chat" c LEFT JOIN "OpenChatWords" known ON known."chatId" = c.id
      WHERE c.status <> 'CLOSED' AND c."lastSeq" > coalesce(known.seq, 0)
        AND c."lastActivityAt" < now() - make_interval(secs => ${QUIET_SECONDS})
      ORDER BY c."lastActivityAt" LIMIT ${BATCH}
    ) AS chat
    CROSS JOIN LATERAL (
      SELECT coalesce(string_agg(${SEARCHED_TEXT}, ' ' ORDER BY m.seq), '') AS words
      FROM (SELECT * FROM "Message" WHERE "chatId" = chat.id ORDER BY seq DESC LIMIT ${SEARCHED.messages}) AS m
      WHERE ${isEntrySql('m', 'inArchive')}
    ) AS said
    ON CONFLICT ("chatId") DO UPDATE SET seq = excluded.seq, document = excluded.document
    WHERE "OpenChatWords".changes = excluded.changes AND "OpenChatWords".seq < excluded.seq`
}
