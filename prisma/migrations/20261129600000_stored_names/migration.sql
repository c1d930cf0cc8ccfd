-- What is stored has names of its own; the contract's are on the wire only. Rows without such a name are left alone.
UPDATE "Message" SET media = jsonb_strip_nulls(jsonb_build_object(
        'fileName', media -> 'file_name', 'fileSize', media -> 'file_size')) || (media - '{file_name,file_size}'::text[])
WHERE media ?| '{file_name,file_size}' AND jsonb_typeof(media) = 'object';

UPDATE "Message" SET rich = jsonb_strip_nulls(jsonb_build_object('buttonId', rich -> 'button_id')) || (rich - 'button_id')
WHERE rich ? 'button_id' AND jsonb_typeof(rich) = 'object';

UPDATE "Visit" SET geo = jsonb_strip_nulls(jsonb_build_object(
        'countryCode', geo -> 'country_code', 'regionCode', geo -> 'region_code')) || (geo - '{country_code,region_code}'::text[])
WHERE geo ?| '{country_code,region_code}' AND jsonb_typeof(geo) = 'object';

-- A process of the earlier version may still write the old name while an update rolls out
-- (server/domain/messages/media-of.ts says until when). The words are the same, so no document is stale.
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
        SELECT bool_or(m.author = 'OPERATOR') AS "byOperator", bool_or(m.author = 'BOT') AS "byBot",
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
