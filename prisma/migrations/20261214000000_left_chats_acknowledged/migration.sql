-- Other screens of an operator hear that they know of the chats that were taken from them.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'LEFT_CHATS_ACKNOWLEDGED';
