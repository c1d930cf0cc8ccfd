-- Texts that operators send often, shared or their own.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'CANNED_REPLY_CREATED';
ALTER TYPE "EventKind" ADD VALUE 'CANNED_REPLY_UPDATED';
ALTER TYPE "EventKind" ADD VALUE 'CANNED_REPLY_DELETED';
ALTER TYPE "EventKind" ADD VALUE 'CANNED_REPLIES_IMPORTED';

-- CreateTable
CREATE TABLE "CannedReply" (
    "id" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "ownerId" UUID,
    "title" TEXT NOT NULL,
    "shortcut" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "ofChannels" BOOLEAN NOT NULL DEFAULT false,
    "ofDepartments" BOOLEAN NOT NULL DEFAULT false,
    "useCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CannedReply_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CannedReplyChannel" (
    "cannedReplyId" UUID NOT NULL,
    "channelId" UUID NOT NULL,

    CONSTRAINT "CannedReplyChannel_pkey" PRIMARY KEY ("cannedReplyId","channelId")
);

-- CreateTable
CREATE TABLE "CannedReplyDepartment" (
    "cannedReplyId" UUID NOT NULL,
    "departmentId" UUID NOT NULL,

    CONSTRAINT "CannedReplyDepartment_pkey" PRIMARY KEY ("cannedReplyId","departmentId")
);

-- CreateTable
CREATE TABLE "CannedReplyFile" (
    "cannedReplyId" UUID NOT NULL,
    "fileId" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "CannedReplyFile_pkey" PRIMARY KEY ("cannedReplyId","fileId")
);

-- CreateIndex
CREATE INDEX "CannedReply_accountId_shortcut_id_idx" ON "CannedReply"("accountId", "shortcut", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CannedReply_one_shared_per_shortcut" ON "CannedReply"("accountId", "shortcut") WHERE ("ownerId" IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "CannedReply_one_per_owner_and_shortcut" ON "CannedReply"("ownerId", "shortcut") WHERE ("ownerId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "CannedReplyChannel_channelId_idx" ON "CannedReplyChannel"("channelId");

-- CreateIndex
CREATE INDEX "CannedReplyDepartment_departmentId_idx" ON "CannedReplyDepartment"("departmentId");

-- CreateIndex
CREATE INDEX "CannedReplyFile_fileId_idx" ON "CannedReplyFile"("fileId");

-- AddForeignKey
ALTER TABLE "CannedReply" ADD CONSTRAINT "CannedReply_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CannedReply" ADD CONSTRAINT "CannedReply_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CannedReplyChannel" ADD CONSTRAINT "CannedReplyChannel_cannedReplyId_fkey" FOREIGN KEY ("cannedReplyId") REFERENCES "CannedReply"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CannedReplyChannel" ADD CONSTRAINT "CannedReplyChannel_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CannedReplyDepartment" ADD CONSTRAINT "CannedReplyDepartment_cannedReplyId_fkey" FOREIGN KEY ("cannedReplyId") REFERENCES "CannedReply"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CannedReplyDepartment" ADD CONSTRAINT "CannedReplyDepartment_departmentId_fkey" FOREIGN KEY ("departmentId") REFERENCES "Department"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CannedReplyFile" ADD CONSTRAINT "CannedReplyFile_cannedReplyId_fkey" FOREIGN KEY ("cannedReplyId") REFERENCES "CannedReply"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CannedReplyFile" ADD CONSTRAINT "CannedReplyFile_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE NO ACTION ON UPDATE CASCADE;
