-- What endpoints are told besides: a visitor rated a chat, or left a message.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CHAT_RATED';
ALTER TYPE "EventKind" ADD VALUE 'OFFLINE_MESSAGE_CREATED';

-- CreateIndex
CREATE INDEX "OutboxItem_of_offline_messages" ON "OutboxItem"("accountId") WHERE (event = 'offline_message');
