-- CreateEnum
CREATE TYPE "BotProfile" AS ENUM ('SEED', 'CLASSIC', 'CURRENT');

-- CreateEnum
CREATE TYPE "BotEventDirection" AS ENUM ('IN', 'OUT');

-- CreateEnum
CREATE TYPE "BotEventState" AS ENUM ('PENDING', 'SENT', 'FAILED', 'SKIPPED', 'RECEIVED', 'REPEATED', 'LATE', 'REFUSED');

-- CreateEnum
CREATE TYPE "HandOffReason" AS ENUM ('BOT_INVITED', 'BOT_FAILED', 'BOT_DISCONNECTED', 'OPERATOR_STEPPED_IN');

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'BOT_UPDATED';

-- AlterEnum
ALTER TYPE "MessageType" ADD VALUE 'MARKDOWN';
ALTER TYPE "MessageType" ADD VALUE 'BUTTONS';

-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "botCounts" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "botId" UUID;

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "agentUnavailableAt" TIMESTAMPTZ(3),
ADD COLUMN     "botId" UUID,
ADD COLUMN     "handOffReason" "HandOffReason";

-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "rich" JSONB;

-- AlterTable
ALTER TABLE "Visitor" ADD COLUMN     "description" TEXT;

-- CreateTable
CREATE TABLE "BotProvider" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "publicId" TEXT NOT NULL,
    "endpointUrl" TEXT NOT NULL,
    "profile" "BotProfile" NOT NULL DEFAULT 'SEED',
    "tokenUrl" TEXT,
    "clientId" TEXT,
    "clientSecretEncrypted" BYTEA,
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BotProvider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Bot" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "providerId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "tokenHash" BYTEA NOT NULL,
    "tokenEncrypted" BYTEA NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Bot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BotEvent" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "botId" UUID NOT NULL,
    "chatId" UUID,
    "messageId" UUID,
    "direction" "BotEventDirection" NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB,
    "contentHash" BYTEA,
    "state" "BotEventState" NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3),
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimedUntil" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "log" JSONB NOT NULL DEFAULT '[]',
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BotEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "BotProvider_publicId_key" ON "BotProvider"("publicId");

-- CreateIndex
CREATE INDEX "BotProvider_accountId_createdAt_idx" ON "BotProvider"("accountId", "createdAt");

-- CreateIndex
CREATE INDEX "Bot_accountId_createdAt_idx" ON "Bot"("accountId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Bot_one_per_token" ON "Bot"("providerId", "tokenHash") WHERE ("deletedAt" IS NULL);

-- CreateIndex
CREATE INDEX "BotEvent_pending_lane" ON "BotEvent"("chatId", "position") WHERE (state = 'PENDING');

-- CreateIndex
CREATE INDEX "BotEvent_pending_due" ON "BotEvent"("nextAttemptAt") WHERE (state = 'PENDING');

-- CreateIndex
CREATE INDEX "BotEvent_accountId_botId_createdAt_idx" ON "BotEvent"("accountId", "botId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "BotEvent_chatId_createdAt_idx" ON "BotEvent"("chatId", "createdAt");

-- CreateIndex
CREATE INDEX "Channel_botId_idx" ON "Channel"("botId");

-- CreateIndex
CREATE INDEX "Chat_held_by_bot" ON "Chat"("botId") WHERE (status = 'BOT');

-- AddForeignKey
ALTER TABLE "Channel" ADD CONSTRAINT "Channel_botId_fkey" FOREIGN KEY ("botId") REFERENCES "Bot"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Chat" ADD CONSTRAINT "Chat_botId_fkey" FOREIGN KEY ("botId") REFERENCES "Bot"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BotProvider" ADD CONSTRAINT "BotProvider_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Bot" ADD CONSTRAINT "Bot_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "BotProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BotEvent" ADD CONSTRAINT "BotEvent_botId_fkey" FOREIGN KEY ("botId") REFERENCES "Bot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BotEvent" ADD CONSTRAINT "BotEvent_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;
