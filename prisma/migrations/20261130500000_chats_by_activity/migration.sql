-- A message moves its chat in the order of activity. In an index, that is a new entry in every index of the table;
-- outside of all, the row has a new version in the same page and no index learns of it. Closed chats, which are many and
-- get no messages, keep an index in that order; open ones are sorted.
ALTER TABLE "Chat" SET (fillfactor = 80);

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN "closedActivityAt" TIMESTAMPTZ(3) GENERATED ALWAYS AS (
    CASE WHEN "status" = 'CLOSED' THEN "lastActivityAt" END
) STORED;

-- CreateIndex
CREATE INDEX "Chat_closed_by_activity" ON "Chat"("accountId", "closedActivityAt", "id") WHERE (status = 'CLOSED');
CREATE INDEX "Chat_open" ON "Chat"("accountId", "status") WHERE (status <> 'CLOSED');
CREATE INDEX "Chat_accountId_channelId_status_idx" ON "Chat"("accountId", "channelId", "status");

-- DropIndex
DROP INDEX "Chat_accountId_status_lastActivityAt_id_idx";
DROP INDEX "Chat_accountId_channelId_status_lastActivityAt_idx";
