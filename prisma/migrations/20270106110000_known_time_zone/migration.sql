-- PostgreSQL does not know all time zones that can be entered: the list is that of Node.js, which can be newer. Statements about
-- many accounts must not fail for one of them.
CREATE FUNCTION known_time_zone(name TEXT) RETURNS TEXT LANGUAGE plpgsql STABLE AS $$
BEGIN
    PERFORM now() AT TIME ZONE name;
    RETURN name;
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN 'UTC';
END
$$;
