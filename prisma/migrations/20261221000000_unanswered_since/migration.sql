-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "unansweredSince" TIMESTAMPTZ(3);

-- The first message that nobody has answered, of each chat that somebody is in.
UPDATE "Chat" SET "unansweredSince" = (
  SELECT said."createdAt" FROM "Message" said
  WHERE said."chatId" = "Chat".id AND said.author = 'VISITOR' AND said.seq > coalesce((
    SELECT answer.seq FROM "Message" answer
    WHERE answer."chatId" = "Chat".id AND answer.author IN ('OPERATOR', 'BOT') AND answer.type <> 'NOTICE'
    ORDER BY answer.seq DESC LIMIT 1), 0)
  ORDER BY said.seq LIMIT 1)
WHERE status <> 'CLOSED';
