-- By itself, so that reports are read meanwhile: adding the column, as the one before does, locks the table until it ends.
UPDATE "ReportRollup"
SET "counts" = "figures" - ARRAY['firstReplyInHours', 'firstReplyOutOfHours', 'reply', 'handling'];
