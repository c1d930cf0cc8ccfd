-- PostgreSQL parses and prepares the expression of a generated column whenever a row is updated, which was a twentieth of
-- its work for each message. The value only changes when a chat is closed, and is set then.
ALTER TABLE "Chat" ALTER COLUMN "closedActivityAt" DROP EXPRESSION;

-- For what does not set it: processes of an earlier version, and chats that are imported. With a trigger that runs before
-- an update, PostgreSQL would fetch the row of every chat that gets a message.
CREATE FUNCTION note_closed_activity() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "Chat" SET "closedActivityAt" = NEW."lastActivityAt" WHERE id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER "Chat_closed_activity" AFTER INSERT OR UPDATE OF status ON "Chat"
    FOR EACH ROW WHEN (NEW.status = 'CLOSED' AND NEW."closedActivityAt" IS DISTINCT FROM NEW."lastActivityAt")
    EXECUTE FUNCTION note_closed_activity();
