-- Business hours of the account, of channels and of departments.

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "EventKind" ADD VALUE 'BUSINESS_HOURS_UPDATED';
ALTER TYPE "EventKind" ADD VALUE 'BUSINESS_HOURS_DELETED';

-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "botOutsideHours" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "BusinessHours" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "channelId" UUID,
    "departmentId" UUID,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "weekly" JSONB NOT NULL DEFAULT '[]',
    "holidays" JSONB NOT NULL DEFAULT '[]',
    "closedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "BusinessHours_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "BusinessHours_channelId_key" ON "BusinessHours"("channelId");

-- CreateIndex
CREATE UNIQUE INDEX "BusinessHours_departmentId_key" ON "BusinessHours"("departmentId");

-- CreateIndex
CREATE INDEX "BusinessHours_accountId_idx" ON "BusinessHours"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "BusinessHours_of_account" ON "BusinessHours"("accountId") WHERE ("channelId" IS NULL AND "departmentId" IS NULL);

-- AddForeignKey
ALTER TABLE "BusinessHours" ADD CONSTRAINT "BusinessHours_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BusinessHours" ADD CONSTRAINT "BusinessHours_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BusinessHours" ADD CONSTRAINT "BusinessHours_departmentId_fkey" FOREIGN KEY ("departmentId") REFERENCES "Department"("id") ON DELETE CASCADE ON UPDATE CASCADE;


