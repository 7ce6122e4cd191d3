CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- unaccent() is only STABLE because its dictionary could be replaced; naming the dictionary makes the promise true
-- enough for a generated column and its index.
CREATE FUNCTION searchable(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, value));
--> statement-breakpoint
-- Every sign of a short text and every two signs in a row: what searches too short for trigrams are looked up by. Said
-- to cost much, so that rows are compared with the search first.
CREATE FUNCTION short_parts(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
  RETURN string_to_array(value, NULL)
    || (SELECT array_agg(substr(value, n, 2)) FROM generate_series(1, length(value) - 1) n);
--> statement-breakpoint
-- Titles that differ by case, accents and spaces of any kind only have one key.
CREATE FUNCTION title_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(searchable(value), '[\s\u00a0\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]+', '', 'g');
