-- AlterEnum
ALTER TYPE "AutomaticMessageKind" ADD VALUE 'RATING_REQUEST';
