-- CreateTable
CREATE TABLE "ChatApiSettings" (
    "channelId" UUID NOT NULL,
    "secretHash" BYTEA NOT NULL,
    "secretEncrypted" BYTEA NOT NULL,
    "serverUrl" TEXT NOT NULL,
    "chunked" BOOLEAN NOT NULL DEFAULT false,
    "acceptsAny2xx" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ChatApiSettings_pkey" PRIMARY KEY ("channelId")
);

INSERT INTO "ChatApiSettings" ("channelId", "secretHash", "secretEncrypted", "serverUrl", "chunked", "acceptsAny2xx")
SELECT id, "secretHash", "secretEncrypted", "serverUrl", "chunked", "acceptsAny2xx" FROM "Channel";

-- AddForeignKey
ALTER TABLE "ChatApiSettings" ADD CONSTRAINT "ChatApiSettings_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "Channel" DROP COLUMN "acceptsAny2xx",
DROP COLUMN "chunked",
DROP COLUMN "secretEncrypted",
DROP COLUMN "secretHash",
DROP COLUMN "serverUrl";
