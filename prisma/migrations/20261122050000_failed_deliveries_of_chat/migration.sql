-- CreateIndex
CREATE INDEX "Delivery_failed_of_chat" ON "Delivery"("chatId") WHERE (state = 'FAILED');
