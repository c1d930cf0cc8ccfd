-- Supervisors and admins who want it get the figures of last week by mail.

-- AlterEnum
ALTER TYPE "MailKind" ADD VALUE 'WEEKLY_REPORT';

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "lastWeeklyReport" DATE;
