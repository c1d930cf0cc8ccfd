-- CreateEnum
CREATE TYPE "OutboxState" AS ENUM ('PENDING', 'SENT', 'FAILED', 'SKIPPED');

-- CreateTable
CREATE TABLE "OutboxItem" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "receiverId" UUID NOT NULL,
    "chatId" UUID,
    "messageId" UUID,
    "event" TEXT,
    "payload" TEXT,
    "state" "OutboxState" NOT NULL DEFAULT 'PENDING',
    "position" BIGSERIAL NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3),
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimedUntil" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OutboxItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OutboxAttempt" (
    "id" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "status" INTEGER,
    "errorCode" TEXT,
    "byStatus" BOOLEAN NOT NULL DEFAULT false,
    "answerLost" BOOLEAN NOT NULL DEFAULT false,
    "detail" TEXT NOT NULL,

    CONSTRAINT "OutboxAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IncomingBotEvent" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "botId" UUID NOT NULL,
    "chatId" UUID,
    "messageId" UUID,
    "kind" TEXT NOT NULL,
    "body" JSONB,
    "contentHash" BYTEA,
    "replyId" TEXT,
    "answeredId" UUID,
    "copyOfId" UUID,
    "state" "BotEventState" NOT NULL,
    "position" BIGINT NOT NULL DEFAULT nextval('"OutboxItem_position_seq"'::regclass),
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IncomingBotEvent_pkey" PRIMARY KEY ("id")
);

-- What was to leave, and what has left, keeps its id.
INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId", state, attempts, "startedAt",
                          "nextAttemptAt", "finishedAt", "errorCode", "errorMessage", "createdAt")
SELECT id, "accountId", 'CLIENT_REPLY', 'CLIENT_REPLY:' || lane, "channelId", "chatId", "messageId",
       state::text::"OutboxState", attempts, "startedAt", "nextAttemptAt", "sentAt", "errorCode", "errorMessage",
       "createdAt"
FROM "Delivery" ORDER BY position;

INSERT INTO "OutboxAttempt" (id, "itemId", "startedAt", "durationMs", status, "errorCode", "byStatus", detail)
SELECT id, "deliveryId", "startedAt", "durationMs", status, "errorCode", "byStatus", detail FROM "DeliveryAttempt";

-- In one order with what bots sent, so that their log shows both as they were written.
CREATE TEMP TABLE bot_order ON COMMIT DROP AS
SELECT id, nextval('"OutboxItem_position_seq"') AS position
FROM (SELECT id FROM "BotEvent" ORDER BY position) AS e;

INSERT INTO "OutboxItem" (id, "accountId", kind, lane, "receiverId", "chatId", "messageId", event, payload, state,
                          position, attempts, "startedAt", "nextAttemptAt", "finishedAt", note, "createdAt")
SELECT id, "accountId", 'BOT_EVENT', 'BOT_EVENT:' || coalesce("chatId", id), "botId", "chatId", "messageId", kind, payload,
       state::text::"OutboxState", o.position, attempts, "startedAt", "nextAttemptAt", "finishedAt", note, "createdAt"
FROM "BotEvent" JOIN bot_order o USING (id) WHERE direction = 'OUT';

INSERT INTO "OutboxAttempt" (id, "itemId", "startedAt", "durationMs", status, "answerLost", detail)
SELECT gen_random_uuid(), b.id, (entry->>'startedAt')::timestamptz, (entry->>'durationMs')::int,
       (entry->>'status')::int, coalesce((entry->>'answerLost')::boolean, false), coalesce(entry->>'detail', '')
FROM "BotEvent" b, jsonb_array_elements(b.log) AS entry WHERE direction = 'OUT';

INSERT INTO "IncomingBotEvent" (id, "accountId", "botId", "chatId", "messageId", kind, body, "contentHash", "replyId",
                                "answeredId", "copyOfId", state, position, note, "createdAt")
SELECT id, "accountId", "botId", "chatId", "messageId", kind, body, "contentHash", "replyId", "answeredId", "copyOfId",
       state, o.position, note, "createdAt"
FROM "BotEvent" JOIN bot_order o USING (id) WHERE direction = 'IN';

-- DropForeignKey
ALTER TABLE "BotEvent" DROP CONSTRAINT "BotEvent_botId_fkey";

-- DropForeignKey
ALTER TABLE "BotEvent" DROP CONSTRAINT "BotEvent_chatId_fkey";

-- DropForeignKey
ALTER TABLE "Delivery" DROP CONSTRAINT "Delivery_chatId_fkey";

-- DropForeignKey
ALTER TABLE "Delivery" DROP CONSTRAINT "Delivery_messageId_fkey";

-- DropForeignKey
ALTER TABLE "DeliveryAttempt" DROP CONSTRAINT "DeliveryAttempt_deliveryId_fkey";

-- DropTable
DROP TABLE "BotEvent";

-- DropTable
DROP TABLE "Delivery";

-- DropTable
DROP TABLE "DeliveryAttempt";

-- DropEnum
DROP TYPE "DeliveryState";

-- CreateIndex
CREATE INDEX "OutboxItem_pending_lane" ON "OutboxItem"("lane", "position") WHERE (state = 'PENDING');

-- CreateIndex
CREATE INDEX "OutboxItem_pending_due" ON "OutboxItem"("nextAttemptAt") WHERE (state = 'PENDING');

-- CreateIndex
CREATE INDEX "OutboxItem_pending_age" ON "OutboxItem"("kind", "createdAt") WHERE (state = 'PENDING');

-- CreateIndex
CREATE INDEX "OutboxItem_kind_createdAt_idx" ON "OutboxItem"("kind", "createdAt");

-- CreateIndex
CREATE INDEX "OutboxItem_accountId_receiverId_createdAt_position_idx" ON "OutboxItem"("accountId", "receiverId", "createdAt" DESC, "position" DESC);

-- CreateIndex
CREATE INDEX "OutboxItem_chatId_createdAt_idx" ON "OutboxItem"("chatId", "createdAt");

-- CreateIndex
CREATE INDEX "OutboxItem_failed_of_chat" ON "OutboxItem"("chatId") WHERE (state = 'FAILED');

-- CreateIndex
CREATE UNIQUE INDEX "OutboxItem_reply_of_message" ON "OutboxItem"("messageId") WHERE (kind = 'CLIENT_REPLY');

-- CreateIndex
CREATE INDEX "OutboxAttempt_itemId_startedAt_idx" ON "OutboxAttempt"("itemId", "startedAt");

-- CreateIndex
CREATE INDEX "IncomingBotEvent_accountId_botId_createdAt_position_idx" ON "IncomingBotEvent"("accountId", "botId", "createdAt" DESC, "position" DESC);

-- CreateIndex
CREATE INDEX "IncomingBotEvent_chatId_createdAt_idx" ON "IncomingBotEvent"("chatId", "createdAt");

-- CreateIndex
CREATE INDEX "IncomingBotEvent_createdAt_idx" ON "IncomingBotEvent"("createdAt");

-- AddForeignKey
ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxAttempt" ADD CONSTRAINT "OutboxAttempt_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "OutboxItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IncomingBotEvent" ADD CONSTRAINT "IncomingBotEvent_botId_fkey" FOREIGN KEY ("botId") REFERENCES "Bot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IncomingBotEvent" ADD CONSTRAINT "IncomingBotEvent_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The log of a bot: what the outbox sends it, and what it sent.
CREATE VIEW "BotEvent" AS
SELECT id, "accountId", "receiverId" AS "botId", "chatId", "messageId", 'OUT'::"BotEventDirection" AS direction,
       event AS kind, payload AS body, state::text::"BotEventState" AS state, position, attempts, "nextAttemptAt", note,
       "createdAt"
FROM "OutboxItem" WHERE kind = 'BOT_EVENT'
UNION ALL
SELECT id, "accountId", "botId", "chatId", "messageId", 'IN'::"BotEventDirection", kind, body::text, state, position, 0,
       "createdAt", note, "createdAt"
FROM "IncomingBotEvent";
