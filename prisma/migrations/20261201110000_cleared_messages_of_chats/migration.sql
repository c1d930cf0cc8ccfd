-- What a visitor has cleared is marked at each chat: a moment for all of them also hid chats that came later to the
-- visitor, when they signed in.
-- AlterTable
ALTER TABLE "Chat" ADD COLUMN "clearedSeq" INTEGER NOT NULL DEFAULT 0;

UPDATE "Chat" c
SET "clearedSeq" = cleared.seq
FROM "Visit" v, LATERAL (
  SELECT c.id, max(m.seq) AS seq
  FROM "Chat" c JOIN "Message" m ON m."chatId" = c.id AND m."createdAt" <= v."clearedAt"
  WHERE c."visitorId" = v."visitorId"
  GROUP BY c.id
) cleared
WHERE v."clearedAt" IS NOT NULL AND c.id = cleared.id;
