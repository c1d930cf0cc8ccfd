-- What reports count, and its sums by day and month.

-- CreateEnum
CREATE TYPE "ReportSpan" AS ENUM ('DAY', 'MONTH');

-- CreateEnum
CREATE TYPE "ReportDimension" AS ENUM ('ALL', 'CHANNEL', 'DEPARTMENT', 'OPERATOR', 'TAG', 'BOT', 'COUNTRY', 'PAGE', 'HOUR');

-- CreateTable
CREATE TABLE "ChatFact" (
    "chatId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "departmentId" UUID,
    "operatorIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "tagIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "botId" UUID,
    "country" TEXT,
    "page" TEXT,
    "outcome" "ChatOutcome" NOT NULL,
    "rating" "ChatRating",
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3) NOT NULL,
    "inHours" BOOLEAN NOT NULL,
    "replySeconds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "handlingSeconds" INTEGER,
    "chatsAtOnce" INTEGER,
    "transfers" INTEGER NOT NULL DEFAULT 0,
    "firstReplyOnTime" BOOLEAN,
    "closedOnTime" BOOLEAN,

    CONSTRAINT "ChatFact_pkey" PRIMARY KEY ("chatId")
);

-- CreateTable
CREATE TABLE "StaleChatFact" (
    "id" BIGSERIAL NOT NULL,
    "chatId" UUID NOT NULL,
    "erased" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "StaleChatFact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ChatFactBackfill" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "beforeChatId" UUID NOT NULL,

    CONSTRAINT "ChatFactBackfill_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReportRollup" (
    "accountId" UUID NOT NULL,
    "dimension" "ReportDimension" NOT NULL,
    "span" "ReportSpan" NOT NULL,
    "start" DATE NOT NULL,
    "key" TEXT NOT NULL,
    "figures" JSONB NOT NULL,

    CONSTRAINT "ReportRollup_pkey" PRIMARY KEY ("accountId","dimension","span","start","key")
);

-- CreateTable
CREATE TABLE "StaleReportSpan" (
    "accountId" UUID NOT NULL,
    "span" "ReportSpan" NOT NULL,
    "start" DATE NOT NULL,

    CONSTRAINT "StaleReportSpan_pkey" PRIMARY KEY ("accountId","span","start")
);

-- CreateTable
CREATE TABLE "ReportZone" (
    "accountId" UUID NOT NULL,
    "timeZone" TEXT NOT NULL,

    CONSTRAINT "ReportZone_pkey" PRIMARY KEY ("accountId")
);

-- CreateIndex
CREATE INDEX "ChatFact_accountId_closedAt_idx" ON "ChatFact"("accountId", "closedAt");



-- A chat that was closed, rated or tagged is counted anew by the sweep. One short row is all that it costs whoever closes it.
CREATE FUNCTION stale_chat_fact() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "StaleChatFact" ("chatId") VALUES (NEW."chatId");
    RETURN NULL;
END
$$;

CREATE TRIGGER "ArchivedChat_facts" AFTER INSERT ON "ArchivedChat"
    FOR EACH ROW EXECUTE FUNCTION stale_chat_fact();

CREATE TRIGGER "ArchivedChat_changed_facts" AFTER UPDATE OF outcome, rating, "operatorIds", "tagIds" ON "ArchivedChat"
    FOR EACH ROW WHEN ((NEW.outcome, NEW.rating, NEW."operatorIds", NEW."tagIds")
        IS DISTINCT FROM (OLD.outcome, OLD.rating, OLD."operatorIds", OLD."tagIds"))
    EXECUTE FUNCTION stale_chat_fact();

-- The chats of before are counted by the sweep, newest first.
INSERT INTO "ChatFactBackfill" ("beforeChatId") VALUES ('ffffffff-ffff-ffff-ffff-ffffffffffff');
