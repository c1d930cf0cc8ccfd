-- Messages that are sent by themselves.

-- CreateEnum
CREATE TYPE "AutomaticMessageKind" AS ENUM ('GREETING', 'NOBODY_FREE', 'OUTSIDE_HOURS', 'STILL_THERE', 'CLOSING');

-- AlterEnum
ALTER TYPE "MessageType" ADD VALUE 'AUTOMATIC';

-- CreateTable
CREATE TABLE "AutomaticMessage" (
    "channelId" UUID NOT NULL,
    "kind" "AutomaticMessageKind" NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "delaySeconds" INTEGER NOT NULL,
    "texts" JSONB NOT NULL,

    CONSTRAINT "AutomaticMessage_pkey" PRIMARY KEY ("channelId","kind")
);

-- CreateTable
CREATE TABLE "SentAutomaticMessage" (
    "chatId" UUID NOT NULL,
    "kind" "AutomaticMessageKind" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SentAutomaticMessage_pkey" PRIMARY KEY ("chatId","kind")
);

-- AddForeignKey
ALTER TABLE "AutomaticMessage" ADD CONSTRAINT "AutomaticMessage_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SentAutomaticMessage" ADD CONSTRAINT "SentAutomaticMessage_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A chat in which nothing but automatic messages was said to the visitor was missed. As text, because a value that is added to
-- an enum cannot be used in the same transaction.
CREATE OR REPLACE FUNCTION archive_chats(ids UUID[], whole BOOLEAN) RETURNS VOID LANGUAGE sql AS $$
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
        SELECT bool_or(m.author = 'OPERATOR') AS "byOperator", bool_or(m.author = 'BOT' AND m.type::text <> 'AUTOMATIC') AS "byBot",
            CASE WHEN whole THEN string_agg(
                concat_ws(' ', m.text, coalesce(m.media ->> 'fileName', m.media ->> 'file_name'), m.media ->> 'title',
                          m.rich ->> 'content', m.rich ->> 'title'),
                ' ' ORDER BY m.seq) END AS words
        FROM (SELECT * FROM "Message" WHERE "chatId" = c.id ORDER BY seq LIMIT 5000) AS m
        WHERE m.type <> 'NOTICE'
    ) AS said
    WHERE c.id = ANY(ids) AND c.status = 'CLOSED'
    ON CONFLICT ("chatId") DO UPDATE SET
        "visitorId" = excluded."visitorId", "operatorIds" = excluded."operatorIds", outcome = excluded.outcome,
        rating = excluded.rating, document = excluded.document, stale = excluded.stale
$$;
