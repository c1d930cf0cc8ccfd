-- AlterEnum
ALTER TYPE "MailKind" ADD VALUE 'UNSEEN_NEWS';

-- CreateTable
CREATE TABLE "UnseenNews" (
    "userId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "chatId" UUID NOT NULL,
    "messageId" UUID,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UnseenNews_pkey" PRIMARY KEY ("userId","kind","chatId")
);

-- CreateIndex
CREATE INDEX "UnseenNews_chatId_idx" ON "UnseenNews"("chatId");

-- AddForeignKey
ALTER TABLE "UnseenNews" ADD CONSTRAINT "UnseenNews_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UnseenNews" ADD CONSTRAINT "UnseenNews_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;
