-- CreateEnum
CREATE TYPE "WebhookEvent" AS ENUM ('CALL_EVENT', 'CHAT_ACCEPTED', 'CHAT_ASSIGNED', 'CHAT_FINISHED', 'CHAT_UPDATED', 'OFFLINE_MESSAGE', 'CLIENT_UPDATED', 'MESSAGE_CREATED', 'CHAT_RATED');

-- CreateEnum
CREATE TYPE "WebhookDisabledReason" AS ENUM ('GONE', 'FAILING');

-- CreateEnum
CREATE TYPE "CrmAnswerState" AS ENUM ('SHOWN', 'EMPTY', 'FAILED');

-- CreateEnum
CREATE TYPE "CrmAssignState" AS ENUM ('PENDING', 'ASSIGNED', 'FAILED');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "EventKind" ADD VALUE 'WEBHOOK_ENDPOINT_CREATED';
ALTER TYPE "EventKind" ADD VALUE 'WEBHOOK_ENDPOINT_UPDATED';
ALTER TYPE "EventKind" ADD VALUE 'WEBHOOK_ENDPOINT_DISABLED';
ALTER TYPE "EventKind" ADD VALUE 'WEBHOOK_ENDPOINT_DELETED';
ALTER TYPE "EventKind" ADD VALUE 'CRM_ANSWER_UPDATED';
ALTER TYPE "EventKind" ADD VALUE 'CRM_CARD_ASSIGNED';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "identitySecretEncrypted" BYTEA,
ADD COLUMN     "lastOperatorNumber" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "safeUrlHosts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "OutboxItem" ADD COLUMN     "data" JSONB;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "number" INTEGER NOT NULL DEFAULT 0;

-- Operators are numbered in each account, as visitors and chats are. A trigger does it, because processes of an earlier
-- version that run alongside give no number.
UPDATE "User" SET number = numbered.number
FROM (SELECT id, row_number() OVER (PARTITION BY "accountId" ORDER BY "createdAt", id) AS number FROM "User") AS numbered
WHERE numbered.id = "User".id;

UPDATE "Account" SET "lastOperatorNumber" = (SELECT count(*) FROM "User" WHERE "accountId" = "Account".id);

CREATE FUNCTION "numberOperator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Account" SET "lastOperatorNumber" = "lastOperatorNumber" + 1 WHERE id = NEW."accountId"
  RETURNING "lastOperatorNumber" INTO NEW.number;
  RETURN NEW;
END $$;

CREATE TRIGGER "User_number" BEFORE INSERT ON "User" FOR EACH ROW WHEN (NEW.number = 0)
EXECUTE FUNCTION "numberOperator"();

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" "WebhookEvent"[],
    "allChannels" BOOLEAN NOT NULL DEFAULT true,
    "channelIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabledReason" "WebhookDisabledReason",
    "disabledAt" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),
    "secretEncrypted" BYTEA NOT NULL,
    "oldSecretEncrypted" BYTEA,
    "secretRotatedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CrmAnswer" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "chatId" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "state" "CrmAnswerState" NOT NULL,
    "reason" TEXT,
    "customData" JSONB NOT NULL DEFAULT '[]',
    "enableAssign" BOOLEAN NOT NULL DEFAULT false,
    "crmLink" TEXT,
    "pageUrl" TEXT,
    "pageTitle" TEXT,
    "assignState" "CrmAssignState",
    "assignReason" TEXT,
    "assignedById" UUID,
    "assignedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CrmAnswer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "WebhookEndpoint_accountId_createdAt_idx" ON "WebhookEndpoint"("accountId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "CrmAnswer_chatId_endpointId_key" ON "CrmAnswer"("chatId", "endpointId");

-- CreateIndex
CREATE UNIQUE INDEX "User_accountId_number_key" ON "User"("accountId", "number");

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CrmAnswer" ADD CONSTRAINT "CrmAnswer_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CrmAnswer" ADD CONSTRAINT "CrmAnswer_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "WebhookEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;


