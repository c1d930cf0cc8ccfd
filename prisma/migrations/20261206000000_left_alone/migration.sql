-- Chats whose operators are all gone wait again when their visitor writes.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CHAT_SETTINGS_UPDATED';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN "leftAloneMinutes" INTEGER DEFAULT 3;

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN "leftAloneAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ChatMember" ADD COLUMN "leftAloneAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "User" ADD COLUMN "goneAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "ChatMember_left_alone" ON "ChatMember"("userId") WHERE ("leftAloneAt" IS NOT NULL);
