-- CreateTable
CREATE TABLE "CreationKey" (
    "userId" UUID NOT NULL,
    "key" UUID NOT NULL,
    "inputHash" BYTEA NOT NULL,
    "createdId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CreationKey_pkey" PRIMARY KEY ("userId","key")
);

-- CreateIndex
CREATE INDEX "CreationKey_createdAt_idx" ON "CreationKey"("createdAt");

-- AddForeignKey
ALTER TABLE "CreationKey" ADD CONSTRAINT "CreationKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
