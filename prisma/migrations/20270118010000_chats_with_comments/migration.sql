-- CreateIndex
CREATE INDEX "Chat_with_comment" ON "Chat"("accountId", "closedAt") WHERE ("ratingComment" IS NOT NULL);
