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
    -- Of what waits to be sorted into the index every search reads all.
    CREATE INDEX "Visitor_accountId_search_idx" ON "Visitor" USING GIN ("accountId", "search" gin_trgm_ops)
        WITH (gin_pending_list_limit = 256);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE WARNING 'searching for visitors works without its index, and slowly: % (docs/operations.md says what to do)', SQLERRM;
END
$$;
