-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "acceptsAny2xx" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "DeliveryAttempt" ADD COLUMN     "byStatus" BOOLEAN NOT NULL DEFAULT false;


