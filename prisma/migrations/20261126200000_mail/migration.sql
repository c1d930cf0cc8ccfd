-- Mails: what they say, the addresses that get the logs of chats, and the links of forgotten passwords.

-- CreateEnum
CREATE TYPE "MailKind" AS ENUM ('OPERATOR_INVITATION', 'PASSWORD_RESET', 'CHAT_LOG', 'ADMIN_NOTICE', 'OFFLINE_ANSWER');

-- AlterEnum
ALTER TYPE "OutboxState" ADD VALUE 'KEPT';

-- CreateTable
CREATE TABLE "ChatLogAddress" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ChatLogAddress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "tokenHash" BYTEA NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Mail" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "kind" "MailKind" NOT NULL,
    "recipient" TEXT NOT NULL,
    "replyTo" TEXT,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "linkEncrypted" BYTEA,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ChatLogAddress_accountId_email_key" ON "ChatLogAddress"("accountId", "email");

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_tokenHash_key" ON "PasswordReset"("tokenHash");

-- CreateIndex
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "Mail_accountId_createdAt_id_idx" ON "Mail"("accountId", "createdAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "ChatLogAddress" ADD CONSTRAINT "ChatLogAddress_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_id_fkey" FOREIGN KEY ("id") REFERENCES "OutboxItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;


