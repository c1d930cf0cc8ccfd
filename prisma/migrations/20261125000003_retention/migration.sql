-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "keepCallsDays" INTEGER,
ADD COLUMN     "keepChatsDays" INTEGER,
ADD COLUMN     "keepFilesDays" INTEGER,
ADD COLUMN     "keepLogsDays" INTEGER;
