-- CreateEnum
CREATE TYPE "WidgetPosition" AS ENUM ('RIGHT', 'LEFT');

-- CreateEnum
CREATE TYPE "WidgetTheme" AS ENUM ('AUTO', 'LIGHT', 'DARK');

-- CreateEnum
CREATE TYPE "ContactsFormTime" AS ENUM ('NEVER', 'BEFORE_CHAT', 'AFTER_FIRST_MESSAGE');

-- CreateEnum
CREATE TYPE "ContactField" AS ENUM ('NAME', 'EMAIL', 'PHONE', 'DESCRIPTION');

-- CreateEnum
CREATE TYPE "VisitInvitationState" AS ENUM ('PENDING', 'ACCEPTED', 'DISMISSED');

-- AlterEnum
ALTER TYPE "ChannelKind" ADD VALUE 'WIDGET';

-- AlterEnum


ALTER TYPE "EventKind" ADD VALUE 'VISITOR_INVITED';
ALTER TYPE "EventKind" ADD VALUE 'VISIT_INVITATION_ANSWERED';
ALTER TYPE "EventKind" ADD VALUE 'MESSAGES_DELIVERED';
ALTER TYPE "EventKind" ADD VALUE 'MESSAGES_SEEN';

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "deliveredSeq" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "seenSeq" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "File" ADD COLUMN     "visitorId" UUID,
ALTER COLUMN "ownerId" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Visitor" ADD COLUMN     "identity" TEXT,
ADD COLUMN     "userToken" TEXT;

-- CreateTable
CREATE TABLE "WidgetSettings" (
    "channelId" UUID NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#2f5bea',
    "color2" TEXT,
    "position" "WidgetPosition" NOT NULL DEFAULT 'RIGHT',
    "theme" "WidgetTheme" NOT NULL DEFAULT 'AUTO',
    "locale" TEXT,
    "title" TEXT,
    "greeting" TEXT,
    "offlineText" TEXT,
    "origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "contactsForm" "ContactsFormTime" NOT NULL DEFAULT 'NEVER',
    "contactFields" "ContactField"[] DEFAULT ARRAY['NAME', 'EMAIL']::"ContactField"[],
    "requiredFields" "ContactField"[] DEFAULT ARRAY[]::"ContactField"[],
    "offlineForm" BOOLEAN NOT NULL DEFAULT true,
    "hiddenOffline" BOOLEAN NOT NULL DEFAULT false,
    "sound" BOOLEAN NOT NULL DEFAULT true,
    "rules" JSONB NOT NULL DEFAULT '{"rules":[]}',

    CONSTRAINT "WidgetSettings_pkey" PRIMARY KEY ("channelId")
);

-- CreateTable
CREATE TABLE "TriggerCount" (
    "channelId" UUID NOT NULL,
    "ruleId" TEXT NOT NULL,
    "shown" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "TriggerCount_pkey" PRIMARY KEY ("channelId","ruleId")
);

-- CreateTable
CREATE TABLE "Visit" (
    "visitorId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "referrer" TEXT,
    "utm" JSONB,
    "trail" JSONB NOT NULL DEFAULT '[]',
    "pages" INTEGER NOT NULL DEFAULT 0,
    "visits" INTEGER NOT NULL DEFAULT 0,
    "userAgent" TEXT,
    "address" TEXT,
    "geo" JSONB,
    "customData" JSONB NOT NULL DEFAULT '[]',
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "clearedAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Visit_pkey" PRIMARY KEY ("visitorId")
);

-- CreateTable
CREATE TABLE "VisitInvitation" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "visitorId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "departmentId" UUID,
    "text" TEXT NOT NULL,
    "state" "VisitInvitationState" NOT NULL DEFAULT 'PENDING',
    "answeredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "VisitInvitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Visit_accountId_lastSeenAt_idx" ON "Visit"("accountId", "lastSeenAt");

-- CreateIndex
CREATE INDEX "VisitInvitation_accountId_createdAt_idx" ON "VisitInvitation"("accountId", "createdAt");

-- CreateIndex
CREATE INDEX "VisitInvitation_visitorId_idx" ON "VisitInvitation"("visitorId");

-- CreateIndex
CREATE INDEX "VisitInvitation_userId_idx" ON "VisitInvitation"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "VisitInvitation_one_pending" ON "VisitInvitation"("visitorId") WHERE (state = 'PENDING');

-- CreateIndex
CREATE INDEX "File_of_visitor" ON "File"("visitorId") WHERE ("visitorId" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "Visitor_one_per_identity" ON "Visitor"("channelId", "identity") WHERE (identity IS NOT NULL);

-- AddForeignKey
ALTER TABLE "WidgetSettings" ADD CONSTRAINT "WidgetSettings_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TriggerCount" ADD CONSTRAINT "TriggerCount_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Visit" ADD CONSTRAINT "Visit_visitorId_fkey" FOREIGN KEY ("visitorId") REFERENCES "Visitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VisitInvitation" ADD CONSTRAINT "VisitInvitation_visitorId_fkey" FOREIGN KEY ("visitorId") REFERENCES "Visitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VisitInvitation" ADD CONSTRAINT "VisitInvitation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VisitInvitation" ADD CONSTRAINT "VisitInvitation_departmentId_fkey" FOREIGN KEY ("departmentId") REFERENCES "Department"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "File" ADD CONSTRAINT "File_visitorId_fkey" FOREIGN KEY ("visitorId") REFERENCES "Visitor"("id") ON DELETE SET NULL ON UPDATE CASCADE;


