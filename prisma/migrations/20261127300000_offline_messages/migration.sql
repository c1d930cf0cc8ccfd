-- Offline messages: events, their search, and what leaves because of them or of calls and goes with them.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'OFFLINE_MESSAGE_ANSWERED';
ALTER TYPE "EventKind" ADD VALUE 'OFFLINE_MESSAGE_UPDATED';

-- AlterTable
ALTER TABLE "OfflineMessage" ADD COLUMN "document" tsvector GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, searchable_words(coalesce("name", '') || ' ' || coalesce("email", '') || ' '
        || coalesce("phone", '') || ' ' || "text" || ' ' || coalesce("answer", '')))
) STORED;

-- AlterTable
ALTER TABLE "OutboxItem" ADD COLUMN "callId" UUID, ADD COLUMN "offlineMessageId" UUID;

-- CreateIndex
CREATE INDEX "OfflineMessage_document_idx" ON "OfflineMessage" USING GIN ("document");

-- CreateIndex
CREATE INDEX "OutboxItem_of_call" ON "OutboxItem"("callId") WHERE ("callId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "OutboxItem_of_offline_message" ON "OutboxItem"("offlineMessageId") WHERE ("offlineMessageId" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_offlineMessageId_fkey" FOREIGN KEY ("offlineMessageId") REFERENCES "OfflineMessage"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What endpoints were told of offline messages is found by the column from now on.
UPDATE "OutboxItem" item SET "offlineMessageId" = left_message.id FROM "OfflineMessage" left_message
WHERE item.event = 'offline_message' AND item.data ->> 'offlineMessageId' = left_message.id::text;
DROP INDEX "OutboxItem_of_offline_messages";

-- Orders of calls that were stored before.
UPDATE "OutboxItem" item SET "callId" = call.id FROM "Call" call
WHERE item.kind = 'CALL_ORDER' AND item.lane = 'CALL_ORDER:' || call.id;
