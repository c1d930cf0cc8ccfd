-- A visitor's new page then fits beside the old row, and no index has to learn of it.
ALTER TABLE "Visitor" SET (fillfactor = 85);

-- AlterTable
ALTER TABLE "Visitor" ADD COLUMN "search" TEXT GENERATED ALWAYS AS (
    lower(coalesce("name", '') || chr(10) || coalesce("email", '') || chr(10) || coalesce("phone", '') || chr(10) || "key")
) STORED;

-- Without the right to create the extensions, or where they are not installed, a search reads all visitors.
-- docs/operations.md says how the index is made later.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS btree_gin;
    -- Every search reads all that waits to be sorted into the index.
    CREATE INDEX "Visitor_accountId_search_idx" ON "Visitor" USING GIN ("accountId", "search" gin_trgm_ops)
        WITH (gin_pending_list_limit = 1024);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'searching for visitors works without its index, and slowly: % (docs/operations.md says what to do)', SQLERRM;
END
$$;
