-- CreateEnum
CREATE TYPE "OfflineMessageState" AS ENUM ('NEW', 'ANSWERED');

-- CreateTable
CREATE TABLE "OfflineMessage" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "visitorId" UUID,
    "departmentId" UUID,
    "name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "text" TEXT NOT NULL,
    "pageUrl" TEXT,
    "state" "OfflineMessageState" NOT NULL DEFAULT 'NEW',
    "answer" TEXT,
    "answeredById" UUID,
    "answeredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OfflineMessage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "OfflineMessage_accountId_createdAt_id_idx" ON "OfflineMessage"("accountId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "OfflineMessage_accountId_state_createdAt_id_idx" ON "OfflineMessage"("accountId", "state", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "OfflineMessage_visitorId_idx" ON "OfflineMessage"("visitorId");

-- CreateIndex
CREATE INDEX "OfflineMessage_answeredById_idx" ON "OfflineMessage"("answeredById");

-- AddForeignKey
ALTER TABLE "OfflineMessage" ADD CONSTRAINT "OfflineMessage_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OfflineMessage" ADD CONSTRAINT "OfflineMessage_visitorId_fkey" FOREIGN KEY ("visitorId") REFERENCES "Visitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OfflineMessage" ADD CONSTRAINT "OfflineMessage_departmentId_fkey" FOREIGN KEY ("departmentId") REFERENCES "Department"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OfflineMessage" ADD CONSTRAINT "OfflineMessage_answeredById_fkey" FOREIGN KEY ("answeredById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;


