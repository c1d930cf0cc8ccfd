-- Accounts that exist get their numbers now.
ALTER TABLE "Account" ADD COLUMN "number" SERIAL NOT NULL;
CREATE UNIQUE INDEX "Account_number_key" ON "Account"("number");

ALTER TABLE "BotEvent" ADD COLUMN "payload" TEXT,
ADD COLUMN "replyId" TEXT,
ADD COLUMN "answeredId" UUID,
ADD COLUMN "copyOfId" UUID;

ALTER TABLE "Chat" ADD COLUMN "botAnsweredAt" TIMESTAMPTZ(3);

ALTER TABLE "BotProvider" ADD COLUMN "renewingUntil" TIMESTAMPTZ(3);

CREATE TABLE "BotAccessToken" (
    "id" UUID NOT NULL,
    "providerId" UUID NOT NULL,
    "tokenEncrypted" BYTEA NOT NULL,
    "renewAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BotAccessToken_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "BotAccessToken_providerId_createdAt_idx" ON "BotAccessToken"("providerId", "createdAt" DESC);
ALTER TABLE "BotAccessToken" ADD CONSTRAINT "BotAccessToken_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "BotProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
