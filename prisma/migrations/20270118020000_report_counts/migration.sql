-- AlterTable
ALTER TABLE "ReportRollup" ADD COLUMN "counts" JSONB;

UPDATE "ReportRollup"
SET "counts" = "figures" - ARRAY['firstReplyInHours', 'firstReplyOutOfHours', 'reply', 'handling'];
