-- CreateIndex
CREATE INDEX "Chat_accountId_createdAt_id_idx" ON "Chat"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Chat_closed" ON "Chat"("accountId", "closedAt", "id") WHERE ("closedAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Chat_of_department" ON "Chat"("departmentId") WHERE ("departmentId" IS NOT NULL);
