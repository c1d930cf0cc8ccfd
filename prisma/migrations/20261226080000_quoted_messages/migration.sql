-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "quotedId" UUID;
