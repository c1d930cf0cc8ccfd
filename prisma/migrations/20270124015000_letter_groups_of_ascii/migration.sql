-- A run of ASCII has no groups. To look at each of its parts took 8 ms for a visitor with an e-mail address, a hundred times as
-- long as this. It is named to come before the index "Visitor_letters_idx", which is then made in a hundredth of the time.
CREATE OR REPLACE FUNCTION letter_groups(words TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT part), '{}')
    FROM regexp_split_to_table(words, '[^0-9a-z\u0080-\U0010FFFF]+') AS run,
        generate_series(1, length(run)) AS place,
        generate_series(1, 3) AS size,
        substr(run, place, size) AS part
    WHERE octet_length(run) > char_length(run)
        AND length(part) = size
        AND (size = 3 AND part ~ '[\u0080-\U0010FFFF]' OR part ~ '^[\u2E80-\U0010FFFF]+$')
$$;
