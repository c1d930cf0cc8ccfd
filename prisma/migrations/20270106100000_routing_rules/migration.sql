-- CreateEnum
CREATE TYPE "ChatPriority" AS ENUM ('LOW', 'NORMAL', 'HIGH', 'URGENT');

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CHAT_ROUTED';
ALTER TYPE "EventKind" ADD VALUE 'CHAT_NOT_TAKEN';
ALTER TYPE "EventKind" ADD VALUE 'TARGET_NEARED';
ALTER TYPE "EventKind" ADD VALUE 'TARGET_MISSED';
ALTER TYPE "EventKind" ADD VALUE 'ROUTING_SETTINGS_UPDATED';

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "closingDueAt" TIMESTAMPTZ(3),
ADD COLUMN     "closingMet" BOOLEAN,
ADD COLUMN     "closingMinutes" INTEGER,
ADD COLUMN     "decision" JSONB,
ADD COLUMN     "firstReplyDueAt" TIMESTAMPTZ(3),
ADD COLUMN     "firstReplyMet" BOOLEAN,
ADD COLUMN     "firstReplyMinutes" INTEGER,
ADD COLUMN     "notTakenAt" TIMESTAMPTZ(3),
ADD COLUMN     "priority" "ChatPriority" NOT NULL DEFAULT 'NORMAL',
ADD COLUMN     "ruledAt" TIMESTAMPTZ(3),
ADD COLUMN     "targetNearAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "RoutingSettings" (
    "accountId" UUID NOT NULL,
    "rules" JSONB NOT NULL DEFAULT '[]',
    "returnDays" INTEGER,
    "notTakenMinutes" INTEGER,
    "targets" JSONB NOT NULL DEFAULT '[]',
    "targetsChangedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RoutingSettings_pkey" PRIMARY KEY ("accountId")
);

-- CreateIndex
CREATE INDEX "Chat_with_target" ON "Chat"("accountId") WHERE (("firstReplyDueAt" IS NOT NULL AND "firstReplyMet" IS NULL) OR ("closingDueAt" IS NOT NULL AND "closingMet" IS NULL) OR "targetNearAt" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "RoutingSettings" ADD CONSTRAINT "RoutingSettings_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
