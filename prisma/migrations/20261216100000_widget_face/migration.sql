CREATE TYPE "LauncherIcon" AS ENUM ('CHAT', 'LINES', 'QUESTION', 'SMILE');

ALTER TABLE "WidgetSettings"
  ADD COLUMN "offsetX" INTEGER NOT NULL DEFAULT 20,
  ADD COLUMN "offsetY" INTEGER NOT NULL DEFAULT 20,
  ADD COLUMN "zIndex" INTEGER NOT NULL DEFAULT 2147483000,
  ADD COLUMN "launcherIcon" "LauncherIcon" NOT NULL DEFAULT 'CHAT',
  ADD COLUMN "launcherLabel" TEXT,
  ADD COLUMN "logoId" UUID,
  ADD COLUMN "quickQuestions" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE INDEX "WidgetSettings_logoId_idx" ON "WidgetSettings"("logoId");

ALTER TABLE "WidgetSettings" ADD CONSTRAINT "WidgetSettings_logoId_fkey" FOREIGN KEY ("logoId") REFERENCES "File"("id") ON DELETE SET NULL ON UPDATE CASCADE;
