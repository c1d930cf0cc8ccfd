-- The role itself is not a value of the enum "Role": a process of the build before could not read it.
-- AlterTable
ALTER TABLE "User" ADD COLUMN     "supervises" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "UserInvitation" ADD COLUMN     "supervises" BOOLEAN NOT NULL DEFAULT false;
