-- A message goes to an open chat, whose entry in every index it renews. Chats in the order in which they were started
-- are looked for among the closed ones, which are many; those that are open are sorted.

-- CreateIndex
CREATE INDEX "Chat_closed_by_start" ON "Chat"("accountId", "createdAt", "id") WHERE (status = 'CLOSED');

-- DropIndex
DROP INDEX "Chat_accountId_createdAt_id_idx";
