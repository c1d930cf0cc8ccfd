-- The facts of a day in columns, beside its rollup ALL. They do not compress well, and are read whole.
ALTER TABLE "ReportRollup" ADD COLUMN "facts" BYTEA;
ALTER TABLE "ReportRollup" ALTER COLUMN "facts" SET STORAGE EXTERNAL;

-- The days that an earlier version has summed up, which the sweep packs.
CREATE INDEX "ReportRollup_unpacked" ON "ReportRollup" ("start")
    WHERE dimension = 'ALL' AND span = 'DAY' AND facts IS NULL;
