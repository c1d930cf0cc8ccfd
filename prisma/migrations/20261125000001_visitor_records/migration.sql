-- AlterTable
ALTER TABLE "Visitor" ADD COLUMN     "blacklistReason" TEXT,
ADD COLUMN     "blacklistedAt" TIMESTAMPTZ(3),
ADD COLUMN     "mergedIntoId" UUID,
ADD COLUMN     "told" JSONB;

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "subjectType" TEXT NOT NULL,
    "subjectId" UUID NOT NULL,
    "label" TEXT,
    "actorType" "ActorType" NOT NULL,
    "actorId" UUID,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "note" TEXT,
    "address" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_createdAt_id_idx" ON "AuditEntry"("accountId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_subjectId_createdAt_id_idx" ON "AuditEntry"("accountId", "subjectId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_actorId_createdAt_id_idx" ON "AuditEntry"("accountId", "actorId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Visitor_merged" ON "Visitor"("mergedIntoId") WHERE ("mergedIntoId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Visitor_blacklisted" ON "Visitor"("accountId") WHERE ("blacklistedAt" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "Visitor" ADD CONSTRAINT "Visitor_mergedIntoId_fkey" FOREIGN KEY ("mergedIntoId") REFERENCES "Visitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;


