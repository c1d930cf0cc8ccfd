-- CreateTable
CREATE TABLE "OpenChatWords" (
    "chatId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL DEFAULT 0,
    "document" tsvector,

    CONSTRAINT "OpenChatWords_pkey" PRIMARY KEY ("chatId")
);

-- AddForeignKey
ALTER TABLE "OpenChatWords" ADD CONSTRAINT "OpenChatWords_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A closed chat is in the archive. The statements that run for every message do not set the status.
CREATE FUNCTION forget_open_chat_words() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "OpenChatWords" WHERE "chatId" = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER "Chat_no_longer_open" AFTER UPDATE OF status ON "Chat"
    FOR EACH ROW WHEN (NEW.status = 'CLOSED' AND OLD.status <> 'CLOSED') EXECUTE FUNCTION forget_open_chat_words();

-- See the migration of the archive: without the extension a search reads the words of all open chats of the account.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS btree_gin;
    CREATE INDEX "OpenChatWords_accountId_document_idx" ON "OpenChatWords" USING GIN ("accountId", "document")
        WITH (gin_pending_list_limit = 1024);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'searching open chats works without its index, and slowly: % (docs/operations.md says what to do)', SQLERRM;
END
$$;
