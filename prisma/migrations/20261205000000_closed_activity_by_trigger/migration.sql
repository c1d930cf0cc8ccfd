-- PostgreSQL parses and prepares the expression of a generated column whenever a row is updated, which was a twentieth of
-- its work for each message. The value only changes when a chat is closed, so a trigger sets it then, also for processes
-- of an earlier version.
ALTER TABLE "Chat" ALTER COLUMN "closedActivityAt" DROP EXPRESSION;

CREATE FUNCTION note_closed_activity() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "Chat" SET "closedActivityAt" = NEW."lastActivityAt" WHERE id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER "Chat_closed_activity" AFTER INSERT OR UPDATE OF status ON "Chat"
    FOR EACH ROW WHEN (NEW.status = 'CLOSED') EXECUTE FUNCTION note_closed_activity();
