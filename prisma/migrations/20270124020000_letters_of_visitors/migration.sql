-- Visitors whose name, contact details and id are all ASCII cost nothing: "Visitor_accountId_search_idx" finds them.
CREATE INDEX CONCURRENTLY "Visitor_letters_idx" ON "Visitor" USING GIN (letter_groups("search"))
    WITH (gin_pending_list_limit = 1024) WHERE octet_length("search") <> char_length("search");
