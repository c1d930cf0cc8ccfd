-- Tags of chats, and what a webhook endpoint may get of them.

-- CreateEnum
CREATE TYPE "TagColor" AS ENUM ('GRAY', 'RED', 'ORANGE', 'YELLOW', 'GREEN', 'TEAL', 'BLUE', 'INDIGO', 'PURPLE', 'PINK');

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CHAT_TAGGED';
ALTER TYPE "EventKind" ADD VALUE 'TAG_CREATED';
ALTER TYPE "EventKind" ADD VALUE 'TAG_UPDATED';
ALTER TYPE "EventKind" ADD VALUE 'TAG_DELETED';

-- AlterEnum
ALTER TYPE "WebhookEvent" ADD VALUE 'CHAT_TAGGED';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "operatorsCreateTags" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "ArchivedChat" ADD COLUMN     "tagIds" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "requiresTag" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "tagIds" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "extraFields" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Tag" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "color" "TagColor" NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "channelIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Tag_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Tag_accountId_name_id_idx" ON "Tag"("accountId", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Tag_accountId_key_key" ON "Tag"("accountId", "key");

-- Chats without tags are in neither index, so that nothing is built for those who use none.
-- CreateIndex
CREATE INDEX "ArchivedChat_tagged" ON "ArchivedChat" USING GIN ("tagIds") WITH (gin_pending_list_limit = 1024)
    WHERE ("tagIds" <> '{}'::uuid[]);

-- CreateIndex
CREATE INDEX "Chat_tagged" ON "Chat" USING GIN ("tagIds") WITH (gin_pending_list_limit = 1024)
    WHERE ("tagIds" <> '{}'::uuid[]);

-- AddForeignKey
ALTER TABLE "Tag" ADD CONSTRAINT "Tag_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The archive has the tags of a chat from the moment in which it is closed, and those that are changed later. Whatever
-- else of a chat changes, as with every message, costs nothing here.
CREATE FUNCTION archive_tags() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW."tagIds" := (SELECT "tagIds" FROM "Chat" WHERE id = NEW."chatId");
    RETURN NEW;
END
$$;

CREATE FUNCTION archive_changed_tags() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "ArchivedChat" SET "tagIds" = NEW."tagIds" WHERE "chatId" = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER "ArchivedChat_tags" BEFORE INSERT ON "ArchivedChat" FOR EACH ROW EXECUTE FUNCTION archive_tags();

CREATE TRIGGER "Chat_archive_tags" AFTER UPDATE OF "tagIds" ON "Chat"
    FOR EACH ROW WHEN (NEW.status = 'CLOSED' AND NEW."tagIds" IS DISTINCT FROM OLD."tagIds")
    EXECUTE FUNCTION archive_changed_tags();
