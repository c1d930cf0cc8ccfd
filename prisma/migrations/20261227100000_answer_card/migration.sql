-- Whether the last answer that a visitor has not read stands beside the closed launcher.

-- AlterTable
ALTER TABLE "WidgetSettings" ADD COLUMN "showsAnswers" BOOLEAN NOT NULL DEFAULT true;
