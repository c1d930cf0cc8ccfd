-- What a text can be looked up by where it is not all ASCII, which an index of trigrams knows in some locales only: groups
-- of three letters or digits, and, in the scripts of East Asia, where a name has two or three characters, every character and
-- every two. server/domain/visitors/match-visitors.ts says the same of what is asked. The text is in lower case.
CREATE FUNCTION letter_groups(words TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT part), '{}')
    FROM regexp_split_to_table(words, '[^0-9a-z\u0080-\U0010FFFF]+') AS run,
        generate_series(1, length(run)) AS place,
        generate_series(1, 3) AS size,
        substr(run, place, size) AS part
    WHERE length(part) = size
        AND (size = 3 AND part ~ '[\u0080-\U0010FFFF]' OR part ~ '^[\u2E80-\U0010FFFF]+$')
$$;
