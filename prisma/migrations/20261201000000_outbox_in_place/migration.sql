-- An item is inserted, claimed, given its payload and finished. With room for that in its page, no index learns of the
-- two steps between.
ALTER TABLE "OutboxItem" SET (fillfactor = 30);

-- DropIndex
-- Nothing is looked for by this time alone, and a plan that used it went through what waits in all lanes.
DROP INDEX "OutboxItem_pending_due";
