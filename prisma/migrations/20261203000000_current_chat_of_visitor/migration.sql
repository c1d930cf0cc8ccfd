-- The chat that a visitor sees is the open one, or the last that was closed. By when chats began, a merge could show a
-- closed chat in place of the open one.

-- CreateIndex
CREATE INDEX "Chat_visitorId_closedAt_number_idx" ON "Chat"("visitorId", "closedAt", "number");
