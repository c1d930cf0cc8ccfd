-- AlterTable
ALTER TABLE "OutboxItem" ADD COLUMN     "yieldedAt" TIMESTAMPTZ(3);
