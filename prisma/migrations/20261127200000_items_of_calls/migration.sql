-- AlterTable
ALTER TABLE "OutboxItem" ADD COLUMN     "callId" UUID;

-- CreateIndex
CREATE INDEX "OutboxItem_of_call" ON "OutboxItem"("callId") WHERE ("callId" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Orders are in the lane of their call; nothing else has told of calls until now.
UPDATE "OutboxItem" SET "callId" = "Call".id
FROM "Call" WHERE "OutboxItem".kind = 'CALL_ORDER' AND "OutboxItem".lane = 'CALL_ORDER:' || "Call".id;
