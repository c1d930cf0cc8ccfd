-- That a visitor was erased, as an event: screens must not go on to show them.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'VISITOR_ERASED';
