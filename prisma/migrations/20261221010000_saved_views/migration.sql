-- Views of the inbox that people make: a filter, an order and a name.

-- CreateEnum
CREATE TYPE "ViewSharing" AS ENUM ('PERSONAL', 'DEPARTMENT', 'ACCOUNT');

-- CreateEnum
CREATE TYPE "ViewOrder" AS ENUM ('LONGEST_WAIT', 'LATEST_ACTIVITY', 'OLDEST');

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'SAVED_VIEW_CREATED';
ALTER TYPE "EventKind" ADD VALUE 'SAVED_VIEW_UPDATED';
ALTER TYPE "EventKind" ADD VALUE 'SAVED_VIEW_DELETED';

-- CreateTable
CREATE TABLE "SavedView" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sharing" "ViewSharing" NOT NULL DEFAULT 'PERSONAL',
    "departmentId" UUID,
    "filter" JSONB NOT NULL,
    "order" "ViewOrder" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SavedViewPin" (
    "userId" UUID NOT NULL,
    "viewId" UUID NOT NULL,
    "pinnedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SavedViewPin_pkey" PRIMARY KEY ("userId","viewId")
);

-- CreateIndex
CREATE INDEX "SavedView_accountId_userId_idx" ON "SavedView"("accountId", "userId");

-- CreateIndex
CREATE INDEX "SavedView_of_department" ON "SavedView"("departmentId") WHERE ("departmentId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "SavedViewPin_viewId_idx" ON "SavedViewPin"("viewId");

-- AddForeignKey
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_departmentId_fkey" FOREIGN KEY ("departmentId") REFERENCES "Department"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedViewPin" ADD CONSTRAINT "SavedViewPin_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedViewPin" ADD CONSTRAINT "SavedViewPin_viewId_fkey" FOREIGN KEY ("viewId") REFERENCES "SavedView"("id") ON DELETE CASCADE ON UPDATE CASCADE;
