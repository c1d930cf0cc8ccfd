-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "visitorId" UUID;

-- Events from before have no visitor: nobody has a cursor from then that a visitor's screen could continue from.
-- CreateIndex
CREATE INDEX "Event_of_visitor" ON "Event"("accountId", "visitorId", "txid") WHERE ("visitorId" IS NOT NULL);
