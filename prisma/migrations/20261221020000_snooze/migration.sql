-- A chat leaves the views until a time, or until its visitor writes.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CHAT_SNOOZED';
ALTER TYPE "EventKind" ADD VALUE 'CHAT_UNSNOOZED';

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "snoozedAt" TIMESTAMPTZ(3),
ADD COLUMN     "snoozedUntil" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Chat_snoozed" ON "Chat"("snoozedUntil") WHERE ("snoozedUntil" IS NOT NULL);
