-- AlterTable
ALTER TABLE "ReportRollup" ADD COLUMN "counts" JSONB;
