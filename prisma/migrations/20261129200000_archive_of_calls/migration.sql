-- Calls and offline messages in the archive: how a call ended, and by what both are found.

-- CreateEnum
CREATE TYPE "CallOutcome" AS ENUM ('ANSWERED', 'MISSED');

-- AlterTable
ALTER TABLE "Call" ADD COLUMN     "outcome" "CallOutcome",
ADD COLUMN "document" tsvector GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, searchable_words("phone" || ' ' || coalesce("reason", '')))
) STORED;

-- However it was typed: a telephone number is looked for by its digits.
ALTER TABLE "OfflineMessage" ADD COLUMN "digits" TEXT GENERATED ALWAYS AS (
    regexp_replace(coalesce("phone", ''), '\D', '', 'g')
) STORED;

-- A call was answered when the client was on the line, or when it ended after an operator was. What it was before
-- says that, so that a process of an earlier version writes it as well.
CREATE FUNCTION note_call_outcome() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.outcome := CASE
        WHEN NEW."endedAt" IS NULL THEN NULL
        WHEN OLD.state = 'CLIENT_CONNECTED' THEN 'ANSWERED'
        WHEN NEW.state = 'END' AND (OLD.state = 'OPERATOR_CONNECTED' OR NEW."operatorId" IS NOT NULL) THEN 'ANSWERED'
        ELSE 'MISSED'
    END;
    RETURN NEW;
END
$$;

UPDATE "Call" SET outcome = CASE
        WHEN EXISTS (SELECT FROM "CallLogEntry" l WHERE l."callId" = "Call".id AND l.state = 'CLIENT_CONNECTED') THEN 'ANSWERED'
        WHEN state = 'END' AND ("operatorId" IS NOT NULL OR EXISTS (
            SELECT FROM "CallLogEntry" l WHERE l."callId" = "Call".id AND l.state = 'OPERATOR_CONNECTED')) THEN 'ANSWERED'
        ELSE 'MISSED'
    END::"CallOutcome"
WHERE "endedAt" IS NOT NULL;

CREATE TRIGGER "Call_outcome" BEFORE UPDATE OF state ON "Call"
    FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION note_call_outcome();

-- CreateIndex
CREATE INDEX "Call_accountId_outcome_createdAt_id_idx" ON "Call"("accountId", "outcome", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Call_of_operator" ON "Call"("accountId", "operatorId", "createdAt" DESC, "id" DESC) WHERE ("operatorId" IS NOT NULL);

-- See the migration for the search of visitors: without the extensions a search reads all of the account's.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS btree_gin;
    CREATE INDEX "Call_accountId_document_idx" ON "Call" USING GIN ("accountId", "document")
        WITH (gin_pending_list_limit = 1024);
    CREATE INDEX "Call_accountId_phone_idx" ON "Call" USING GIN ("accountId", "phone" gin_trgm_ops)
        WITH (gin_pending_list_limit = 1024);
    CREATE INDEX "OfflineMessage_accountId_document_idx" ON "OfflineMessage" USING GIN ("accountId", "document")
        WITH (gin_pending_list_limit = 1024);
    CREATE INDEX "OfflineMessage_accountId_digits_idx" ON "OfflineMessage" USING GIN ("accountId", "digits" gin_trgm_ops)
        WITH (gin_pending_list_limit = 1024);
    DROP INDEX "OfflineMessage_document_idx";
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'searching calls and offline messages works without its indexes, and slowly: % (docs/operations.md says what to do)', SQLERRM;
END
$$;
