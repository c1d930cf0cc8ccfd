-- CreateEnum
CREATE TYPE "ChatRating" AS ENUM ('POSITIVE', 'NEGATIVE');

-- CreateEnum
CREATE TYPE "ChatOutcome" AS ENUM ('ANSWERED', 'BOT', 'MISSED');

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "ratedAt" TIMESTAMPTZ(3),
ADD COLUMN     "rating" "ChatRating",
ADD COLUMN     "ratingComment" TEXT;

-- CreateTable
CREATE TABLE "ArchivedChat" (
    "chatId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "visitorId" UUID NOT NULL,
    "departmentId" UUID,
    "operatorIds" UUID[],
    "outcome" "ChatOutcome" NOT NULL,
    "rating" "ChatRating",
    "closedAt" TIMESTAMPTZ(3) NOT NULL,
    "document" tsvector,
    "stale" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ArchivedChat_pkey" PRIMARY KEY ("chatId")
);

-- Long documents lie apart, so that filters read short rows.
ALTER TABLE "ArchivedChat" SET (toast_tuple_target = 256);

-- Words as the archive knows them: punctuation separates, also within addresses and numbers, and each character of a
-- script without spaces is a word of its own. server/domain/archive/search-words.ts does the same with what is asked.
CREATE FUNCTION searchable_words(text TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(
        translate(normalize(text, NFKC), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~«»“”„‘’‚–—…·•¿¡、。，．！？：；（）「」' || chr(160) || chr(12288), repeat(' ', 64)),
        '([\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])', ' \1 ', 'g')
$$;

-- Writes what the archive looks at of those of these chats that are closed, anew; `whole` with their documents. Of a
-- chat the first 5,000 messages and 100,000 characters can be found; a tsvector takes no more than a megabyte.
CREATE FUNCTION archive_chats(ids UUID[], whole BOOLEAN) RETURNS VOID LANGUAGE sql AS $$
    INSERT INTO "ArchivedChat" ("chatId", "accountId", "channelId", "visitorId", "departmentId", "operatorIds", outcome,
                                rating, "closedAt", document, stale)
    SELECT c.id, c."accountId", c."channelId", c."visitorId", c."departmentId",
        ARRAY(SELECT m."userId" FROM "ChatMember" m WHERE m."chatId" = c.id ORDER BY m."joinedAt", m."userId"),
        (CASE
            WHEN said."byOperator" THEN 'ANSWERED'
            WHEN said."byBot" AND c."handOffReason" IS NULL AND c."agentUnavailableAt" IS NULL THEN 'BOT'
            ELSE 'MISSED'
        END)::"ChatOutcome",
        c.rating, coalesce(c."closedAt", c."lastActivityAt"),
        CASE WHEN whole THEN to_tsvector('simple',
            left(searchable_words(left(concat_ws(' ', v.name, v.email, v.phone, v.key, said.words), 100000)), 300000)) END,
        NOT whole
    FROM "Chat" c
    JOIN "Visitor" v ON v.id = c."visitorId"
    CROSS JOIN LATERAL (
        SELECT bool_or(m.author = 'OPERATOR') AS "byOperator", bool_or(m.author = 'BOT') AS "byBot",
            CASE WHEN whole THEN string_agg(
                concat_ws(' ', m.text, m.media ->> 'file_name', m.media ->> 'title', m.rich ->> 'content', m.rich ->> 'title'),
                ' ' ORDER BY m.seq) END AS words
        FROM (SELECT * FROM "Message" WHERE "chatId" = c.id ORDER BY seq LIMIT 5000) AS m
        WHERE m.type <> 'NOTICE'
    ) AS said
    WHERE c.id = ANY(ids) AND c.status = 'CLOSED'
    ON CONFLICT ("chatId") DO UPDATE SET
        "visitorId" = excluded."visitorId", "operatorIds" = excluded."operatorIds", outcome = excluded.outcome,
        rating = excluded.rating, document = excluded.document, stale = excluded.stale
$$;

-- A channel that is deleted may close tens of thousands of chats in one transaction: after some hundred the documents
-- are left to the sweep (server/domain/archive/index-archived-chats.ts).
CREATE FUNCTION archive_closed_chat() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    earlier INTEGER := coalesce(nullif(current_setting('switchboard.archived_chats', true), ''), '0')::INTEGER;
BEGIN
    PERFORM archive_chats(ARRAY[NEW.id], earlier < 500);
    PERFORM set_config('switchboard.archived_chats', (earlier + 1)::TEXT, true);
    RETURN NULL;
END
$$;

-- What a visitor is called now is in all of their documents, a few seconds later.
CREATE FUNCTION archive_renamed_visitor() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "ArchivedChat" SET stale = true WHERE "visitorId" = NEW.id AND NOT stale;
    RETURN NULL;
END
$$;

-- The sweep makes the documents.
SELECT archive_chats(ARRAY(SELECT id FROM "Chat" WHERE status = 'CLOSED'), false);

-- CreateIndex
CREATE INDEX "ArchivedChat_accountId_closedAt_chatId_idx" ON "ArchivedChat"("accountId", "closedAt" DESC, "chatId" DESC);

-- CreateIndex
CREATE INDEX "ArchivedChat_accountId_channelId_closedAt_idx" ON "ArchivedChat"("accountId", "channelId", "closedAt" DESC);

-- CreateIndex
CREATE INDEX "ArchivedChat_accountId_outcome_closedAt_idx" ON "ArchivedChat"("accountId", "outcome", "closedAt" DESC);

-- CreateIndex
CREATE INDEX "ArchivedChat_of_department" ON "ArchivedChat"("accountId", "departmentId", "closedAt" DESC) WHERE ("departmentId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "ArchivedChat_rated" ON "ArchivedChat"("accountId", "rating", "closedAt" DESC) WHERE (rating IS NOT NULL);

-- CreateIndex
CREATE INDEX "ArchivedChat_visitorId_closedAt_idx" ON "ArchivedChat"("visitorId", "closedAt" DESC);

-- CreateIndex
CREATE INDEX "ArchivedChat_stale" ON "ArchivedChat"("chatId") WHERE (stale);

-- AddForeignKey
ALTER TABLE "ArchivedChat" ADD CONSTRAINT "ArchivedChat_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ArchivedChat" ADD CONSTRAINT "ArchivedChat_departmentId_fkey" FOREIGN KEY ("departmentId") REFERENCES "Department"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The statements that run for every message set none of these columns.
CREATE TRIGGER "Chat_archive" AFTER UPDATE OF status, rating, "visitorId" ON "Chat"
    FOR EACH ROW WHEN (NEW.status = 'CLOSED') EXECUTE FUNCTION archive_closed_chat();

CREATE TRIGGER "Visitor_archive" AFTER UPDATE OF name, email, phone ON "Visitor"
    FOR EACH ROW WHEN ((NEW.name, NEW.email, NEW.phone) IS DISTINCT FROM (OLD.name, OLD.email, OLD.phone))
    EXECUTE FUNCTION archive_renamed_visitor();

-- See the migration for the search of visitors: without the extension a search reads the account's whole archive.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS btree_gin;
    CREATE INDEX "ArchivedChat_accountId_document_idx" ON "ArchivedChat" USING GIN ("accountId", "document")
        WITH (gin_pending_list_limit = 1024);
    CREATE INDEX "ArchivedChat_accountId_operatorIds_idx" ON "ArchivedChat" USING GIN ("accountId", "operatorIds")
        WITH (gin_pending_list_limit = 1024);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'searching the archive works without its index, and slowly: % (docs/operations.md says what to do)', SQLERRM;
END
$$;
