-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "closingNearAt" TIMESTAMPTZ(3),
ADD COLUMN     "firstReplyNearAt" TIMESTAMPTZ(3),
ADD COLUMN     "targetsSince" TIMESTAMPTZ(3);
