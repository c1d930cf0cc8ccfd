-- AlterTable
ALTER TABLE "File" ADD COLUMN     "duration" INTEGER;
