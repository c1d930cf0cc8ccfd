-- CreateEnum
CREATE TYPE "CallType" AS ENUM ('CALLBACK', 'INCOMING', 'OUTGOING');

-- CreateEnum
CREATE TYPE "CallState" AS ENUM ('START', 'OPERATOR_CONNECTED', 'CLIENT_CONNECTED', 'END', 'ERROR');

-- CreateEnum
CREATE TYPE "CallGateway" AS ENUM ('OPERATOR_DIALS', 'HTTP');

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CALL_STARTED';
ALTER TYPE "EventKind" ADD VALUE 'CALL_OPERATOR_CONNECTED';
ALTER TYPE "EventKind" ADD VALUE 'CALL_CLIENT_CONNECTED';
ALTER TYPE "EventKind" ADD VALUE 'CALL_ENDED';
ALTER TYPE "EventKind" ADD VALUE 'CALL_FAILED';

-- CreateTable
CREATE TABLE "CallSettings" (
    "accountId" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "hours" JSONB NOT NULL DEFAULT '[]',
    "countries" TEXT[],
    "balance" INTEGER NOT NULL DEFAULT 0,
    "gateway" "CallGateway" NOT NULL DEFAULT 'OPERATOR_DIALS',
    "gatewayUrl" TEXT,
    "secretEncrypted" BYTEA,
    "oldSecretEncrypted" BYTEA,
    "oldSecretUntil" TIMESTAMPTZ(3),
    "tokenHash" BYTEA,

    CONSTRAINT "CallSettings_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "CallbackChannel" (
    "channelId" UUID NOT NULL,
    "accountId" UUID NOT NULL,

    CONSTRAINT "CallbackChannel_pkey" PRIMARY KEY ("channelId")
);

-- CreateTable
CREATE TABLE "Call" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "type" "CallType" NOT NULL,
    "phone" TEXT NOT NULL,
    "state" "CallState" NOT NULL DEFAULT 'START',
    "reason" TEXT,
    "recordUrl" TEXT,
    "gateway" "CallGateway" NOT NULL,
    "externalId" TEXT,
    "channelId" UUID NOT NULL,
    "visitorId" UUID,
    "chatId" UUID,
    "operatorId" UUID,
    "orderedAt" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "endedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CallLogEntry" (
    "id" UUID NOT NULL,
    "callId" UUID NOT NULL,
    "state" "CallState" NOT NULL,
    "reason" TEXT,
    "actorType" "ActorType" NOT NULL,
    "actorId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CallLogEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "CallSettings_tokenHash_key" ON "CallSettings"("tokenHash");

-- CreateIndex
CREATE INDEX "CallbackChannel_accountId_idx" ON "CallbackChannel"("accountId");

-- CreateIndex
CREATE INDEX "Call_accountId_createdAt_id_idx" ON "Call"("accountId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Call_accountId_channelId_createdAt_id_idx" ON "Call"("accountId", "channelId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Call_under_way" ON "Call"("accountId", "createdAt") WHERE ("endedAt" IS NULL);

-- CreateIndex
CREATE INDEX "Call_visitorId_createdAt_idx" ON "Call"("visitorId", "createdAt");

-- CreateIndex
CREATE INDEX "Call_of_chat" ON "Call"("chatId", "createdAt") WHERE ("chatId" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "Call_accountId_externalId_key" ON "Call"("accountId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Call_one_callback_per_visitor" ON "Call"("visitorId") WHERE (type = 'CALLBACK' AND "endedAt" IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "CallLogEntry_callId_state_key" ON "CallLogEntry"("callId", "state");

-- AddForeignKey
ALTER TABLE "CallSettings" ADD CONSTRAINT "CallSettings_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallbackChannel" ADD CONSTRAINT "CallbackChannel_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallbackChannel" ADD CONSTRAINT "CallbackChannel_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "CallSettings"("accountId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_visitorId_fkey" FOREIGN KEY ("visitorId") REFERENCES "Visitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_operatorId_fkey" FOREIGN KEY ("operatorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallLogEntry" ADD CONSTRAINT "CallLogEntry_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;
