-- Chats and departments are numbered in each account, as visitors are. What exists keeps its number, because bots and
-- people know it; each account goes on from its highest.
ALTER TABLE "Account" ADD COLUMN     "lastChatNumber" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "lastDepartmentNumber" INTEGER NOT NULL DEFAULT 0;

-- Nobody may open a chat between the look at the highest number and the commit.
LOCK TABLE "Chat", "Department" IN SHARE ROW EXCLUSIVE MODE;

-- First, because they find the highest numbers.
-- CreateIndex
CREATE UNIQUE INDEX "Chat_accountId_number_key" ON "Chat"("accountId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Department_accountId_number_key" ON "Department"("accountId", "number");

UPDATE "Account" SET
  "lastChatNumber" = COALESCE((SELECT max(number) FROM "Chat" WHERE "accountId" = "Account".id), 0),
  "lastDepartmentNumber" = COALESCE((SELECT max(number) FROM "Department" WHERE "accountId" = "Account".id), 0);

-- DropIndex
DROP INDEX "Chat_number_key";

-- DropIndex
DROP INDEX "Department_number_key";

-- AlterTable
ALTER TABLE "Chat" ALTER COLUMN "number" DROP DEFAULT;
DROP SEQUENCE "Chat_number_seq";

-- AlterTable
ALTER TABLE "Department" ALTER COLUMN "number" DROP DEFAULT;
DROP SEQUENCE "Department_number_seq";
