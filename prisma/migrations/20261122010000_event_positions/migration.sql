-- Rows that are there keep 0, which is older than every position; a volatile default would rewrite the table.
ALTER TABLE "Event" ADD COLUMN "txid" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "Event" ALTER COLUMN "txid" SET DEFAULT ((pg_current_xact_id())::text)::bigint;

DROP INDEX "Event_accountId_createdAt_idx";
CREATE INDEX "Event_accountId_txid_idx" ON "Event"("accountId", "txid");

CREATE TABLE "Installation" (
    "id" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);
INSERT INTO "Installation" ("id") VALUES (gen_random_uuid());
