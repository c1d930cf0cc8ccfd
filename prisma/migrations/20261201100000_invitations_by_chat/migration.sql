-- Deleting a chat deletes its invitations: without an index, each chat read all invitations that there are.
-- CreateIndex
CREATE INDEX "ChatInvitation_chatId_idx" ON "ChatInvitation"("chatId");
