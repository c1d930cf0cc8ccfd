-- CreateTable
CREATE TABLE "RunningProcess" (
    "id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "build" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "operatorSockets" INTEGER NOT NULL,
    "visitorSockets" INTEGER NOT NULL,
    "filesWaiting" INTEGER NOT NULL,
    "memoryBytes" BIGINT NOT NULL,

    CONSTRAINT "RunningProcess_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InstallationCheck" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),
    "findings" JSONB,

    CONSTRAINT "InstallationCheck_pkey" PRIMARY KEY ("id")
);
