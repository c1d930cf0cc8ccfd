-- Operators take up closed chats again with a new one.

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "continuedChatId" UUID;

-- CreateIndex
CREATE INDEX "Chat_continued" ON "Chat"("continuedChatId") WHERE ("continuedChatId" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "Chat" ADD CONSTRAINT "Chat_continuedChatId_fkey" FOREIGN KEY ("continuedChatId") REFERENCES "Chat"("id") ON DELETE SET NULL ON UPDATE NO ACTION;
