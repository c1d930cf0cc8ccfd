-- Whether an event was announced is no longer kept: each process compares what it was told with the log. The column
-- stays for processes of the version before, which would announce again what has no time there.
ALTER TABLE "Event" ALTER COLUMN "announcedAt" SET DEFAULT CURRENT_TIMESTAMP;

DROP INDEX "Event_unannounced";
