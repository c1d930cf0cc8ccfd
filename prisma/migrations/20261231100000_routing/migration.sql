-- Waiting chats are offered to one operator after the other, as each channel says, and nobody gets more than they can answer.

-- CreateEnum
CREATE TYPE "ChatRouting" AS ENUM ('EVERYONE', 'LEAST_BUSY', 'ROUND_ROBIN', 'ASSIGN');

-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "offerSeconds" INTEGER NOT NULL DEFAULT 30,
ADD COLUMN     "routing" "ChatRouting" NOT NULL DEFAULT 'EVERYONE';

-- AlterTable
ALTER TABLE "ChannelOperator" ADD COLUMN     "offeredAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ChatInvitation" ADD COLUMN     "routedBy" "ChatRouting";

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "maxChats" INTEGER;


