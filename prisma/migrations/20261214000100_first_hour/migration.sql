-- Admins can rename the account, and an invitation says which channels and departments the person will have.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'ACCOUNT_UPDATED';

-- AlterTable
ALTER TABLE "UserInvitation" ADD COLUMN "channelIds" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
ADD COLUMN "departmentIds" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];
