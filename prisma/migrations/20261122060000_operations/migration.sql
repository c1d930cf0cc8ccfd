-- CreateTable
CREATE TABLE "SecretKeyFingerprint" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "fingerprint" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SecretKeyFingerprint_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Delivery_pending_age" ON "Delivery"("createdAt") WHERE (state = 'PENDING');


