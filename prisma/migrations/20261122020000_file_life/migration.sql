-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "storedBytes" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "fileId" UUID;

-- CreateTable
CREATE TABLE "VisitorPhoto" (
    "id" UUID NOT NULL,
    "visitorId" UUID,
    "url" TEXT NOT NULL,
    "key" TEXT,
    "contentType" TEXT,
    "size" INTEGER,
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "VisitorPhoto_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "VisitorPhoto_visitorId_key" ON "VisitorPhoto"("visitorId");

-- CreateIndex
CREATE INDEX "VisitorPhoto_fetchedAt_idx" ON "VisitorPhoto"("fetchedAt");

-- CreateIndex
CREATE INDEX "Message_with_file" ON "Message"("fileId") WHERE ("fileId" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "VisitorPhoto" ADD CONSTRAINT "VisitorPhoto_visitorId_fkey" FOREIGN KEY ("visitorId") REFERENCES "Visitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The files that messages show already.
UPDATE "Message" m
SET "fileId" = f.id
FROM "File" f
WHERE m.author = 'OPERATOR' AND m.media IS NOT NULL
  AND f."accountId" = m."accountId" AND f.key = substring(m.media ->> 'file' FROM '/files/([^/]+)$');

UPDATE "Account" a
SET "storedBytes" = files.bytes
FROM (SELECT "accountId", sum(size::bigint + coalesce("thumbSize", 0)) AS bytes FROM "File" GROUP BY "accountId") files
WHERE files."accountId" = a.id;
