-- What operators have begun to write in chats.

-- CreateEnum
CREATE TYPE "DraftKind" AS ENUM ('REPLY', 'NOTE');

-- CreateTable
CREATE TABLE "Draft" (
    "userId" UUID NOT NULL,
    "chatId" UUID NOT NULL,
    "kind" "DraftKind" NOT NULL,
    "text" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Draft_pkey" PRIMARY KEY ("userId","chatId","kind")
);

-- CreateIndex
CREATE INDEX "Draft_userId_savedAt_idx" ON "Draft"("userId", "savedAt");

-- CreateIndex
CREATE INDEX "Draft_chatId_idx" ON "Draft"("chatId");

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;
