-- Replies that a visitor of a website has left without seeing go to them by mail.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'MESSAGES_MAILED';

-- AlterEnum
ALTER TYPE "MailKind" ADD VALUE 'CHAT_REPLIES';

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "mailedSeq" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "mailedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Visit" ADD COLUMN     "language" TEXT;

-- AlterTable
ALTER TABLE "WidgetSettings" ADD COLUMN     "mailRepliesMinutes" INTEGER NOT NULL DEFAULT 5,
ADD COLUMN     "mailSenderName" TEXT,
ADD COLUMN     "mailsReplies" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "UnsubscribedAddress" (
    "accountId" UUID NOT NULL,
    "addressHash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UnsubscribedAddress_pkey" PRIMARY KEY ("accountId","addressHash")
);

-- CreateIndex
CREATE INDEX "WidgetSettings_mailing" ON "WidgetSettings"("channelId") WHERE ("mailsReplies");

-- AddForeignKey
ALTER TABLE "UnsubscribedAddress" ADD CONSTRAINT "UnsubscribedAddress_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;


