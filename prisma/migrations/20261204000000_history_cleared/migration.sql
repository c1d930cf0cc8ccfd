-- A visitor who clears the conversation clears it in all windows that are open, on other devices, too.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'HISTORY_CLEARED';
