-- Chats that an operator marked as unread.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CHAT_MARKED_UNREAD';

-- AlterTable
ALTER TABLE "ChatRead" ADD COLUMN "markedUnread" BOOLEAN NOT NULL DEFAULT false;
