-- Notes that operators write to each other, and whom they mention.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'MESSAGE_EDITED';
ALTER TYPE "EventKind" ADD VALUE 'MESSAGE_DELETED';
ALTER TYPE "EventKind" ADD VALUE 'OPERATOR_MENTIONED';
ALTER TYPE "EventKind" ADD VALUE 'MENTIONS_SEEN';

-- AlterEnum
ALTER TYPE "MessageType" ADD VALUE 'NOTE';

-- AlterTable
ALTER TABLE "Message" ADD COLUMN "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN "editedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Mention" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "messageId" UUID NOT NULL,
    "chatId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "seenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Mention_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Mention_userId_createdAt_id_idx" ON "Mention"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Mention_unseen" ON "Mention"("userId", "chatId") WHERE ("seenAt" IS NULL);

-- CreateIndex
CREATE INDEX "Mention_chatId_idx" ON "Mention"("chatId");

-- CreateIndex
CREATE UNIQUE INDEX "Mention_messageId_userId_key" ON "Mention"("messageId", "userId");

-- AddForeignKey
ALTER TABLE "Mention" ADD CONSTRAINT "Mention_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mention" ADD CONSTRAINT "Mention_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mention" ADD CONSTRAINT "Mention_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
