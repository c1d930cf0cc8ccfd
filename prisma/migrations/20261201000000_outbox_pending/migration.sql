-- Nothing is looked for by the first of these alone, and the other is for metrics only. A claim looks for the head of a
-- lane, and while little waits, each index of what waits seems as good as that of the lanes: with such a plan it goes
-- through what waits in all lanes, once much does. Hence a condition on the second that only metrics have.
-- DropIndex
DROP INDEX "OutboxItem_pending_due";
DROP INDEX "OutboxItem_pending_age";

-- CreateIndex
CREATE INDEX "OutboxItem_pending_age" ON "OutboxItem"("kind", "createdAt") WHERE (state = 'PENDING' AND kind <> '');
