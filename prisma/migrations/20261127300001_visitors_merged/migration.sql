-- That two visitors became one, as an event.

-- AlterEnum
ALTER TYPE "EventKind" ADD VALUE 'VISITORS_MERGED';
