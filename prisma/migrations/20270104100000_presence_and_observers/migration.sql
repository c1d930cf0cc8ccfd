-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "EventKind" ADD VALUE 'OBSERVER_JOINED';
ALTER TYPE "EventKind" ADD VALUE 'OBSERVER_LEFT';
ALTER TYPE "EventKind" ADD VALUE 'OPERATOR_SET_AWAY';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "awayReasons" TEXT[] DEFAULT ARRAY['Lunch', 'Break', 'Meeting', 'Training']::TEXT[];

-- AlterTable
ALTER TABLE "Chat" ADD COLUMN     "isObserved" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "awayById" UUID,
ADD COLUMN     "awayReason" TEXT;

-- CreateTable
CREATE TABLE "OperatorPresence" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "accountId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "available" BOOLEAN NOT NULL,
    "reason" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OperatorPresence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ChatObserver" (
    "chatId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ChatObserver_pkey" PRIMARY KEY ("chatId","userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "OperatorPresence_one_open" ON "OperatorPresence"("userId") WHERE ("endedAt" IS NULL);

-- CreateIndex
CREATE INDEX "OperatorPresence_userId_startedAt_idx" ON "OperatorPresence"("userId", "startedAt");

-- CreateIndex
CREATE INDEX "OperatorPresence_endedAt_idx" ON "OperatorPresence"("endedAt");

-- CreateIndex
CREATE INDEX "ChatObserver_userId_idx" ON "ChatObserver"("userId");

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_awayById_fkey" FOREIGN KEY ("awayById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OperatorPresence" ADD CONSTRAINT "OperatorPresence_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatObserver" ADD CONSTRAINT "ChatObserver_chatId_fkey" FOREIGN KEY ("chatId") REFERENCES "Chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChatObserver" ADD CONSTRAINT "ChatObserver_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
