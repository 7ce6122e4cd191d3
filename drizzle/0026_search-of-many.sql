CREATE TABLE "search_uncounted" (
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"is_new" boolean NOT NULL,
	CONSTRAINT "search_uncounted_kind_item_id_pk" PRIMARY KEY("kind","item_id"),
	CONSTRAINT "search_uncounted_kind_known" CHECK ("search_uncounted"."kind" in ('episode', 'news', 'post', 'page'))
);
--> statement-breakpoint
DROP INDEX "search_documents_uncounted";--> statement-breakpoint
DROP INDEX "search_documents_words";--> statement-breakpoint
CREATE INDEX "search_documents_by_date" ON "search_documents" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "search_documents" USING gin ("words") WITH (fastupdate=true);--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "is_counted";--> statement-breakpoint
-- by hand
-- Signs become spaces faster than spaces do: those that are there are left alone.
CREATE OR REPLACE FUNCTION search_split(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  sign text;
BEGIN
  value := regexp_replace(value,
    '[\u0001-\u001f\u0021-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u3020\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]+', ' ', 'g');
  IF value ~ '[\u2190-\u2bff\U0001f000-\U0001faff]' THEN
    FOR sign IN SELECT DISTINCT matched[1]
      FROM regexp_matches(value, '[\u2190-\u2bff\U0001f000-\U0001faff]', 'g') matched LOOP
      value := replace(value, sign, ' emoji' || to_hex(ascii(sign)) || ' ');
    END LOOP;
  END IF;
  WHILE strpos(value, '  ') > 0 LOOP
    value := replace(value, '  ', ' ');
  END LOOP;
  RETURN btrim(value);
END
$$;
--> statement-breakpoint
-- Most texts are in this form but for their spaces, and to see that is cheaper than to make it.
CREATE FUNCTION search_folded(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  value := translate(value, U&'\00A0\202F', '  ');
  RETURN CASE WHEN value IS NFKC NORMALIZED THEN value ELSE normalize(value, NFKC) END;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_normal(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN search_split(lower(unaccent('unaccent'::regdictionary, search_folded(value))));
END
$$;
--> statement-breakpoint
-- The stems of words with accents, without them: of each word once.
CREATE OR REPLACE FUNCTION search_accented_stems(value text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  accented text;
BEGIN
  -- Many are single words, to be compared one by one.
  IF octet_length(value) = char_length(value) THEN RETURN '{}'; END IF;
  accented := (
    SELECT translate(string_agg(DISTINCT word COLLATE "C", ' '),
      'ÀÁÂÃÄÇÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜŸ', 'àáâãäçèéêëìíîïòóôõöùúûüÿ')
    FROM string_to_table(search_split(lower(search_folded(value))), ' ') word
    WHERE octet_length(word) > char_length(word));
  RETURN ARRAY(
    SELECT DISTINCT lower(unaccent('unaccent'::regdictionary, stem))
    FROM unnest(tsvector_to_array(to_tsvector('french', accented))) stem
    WHERE octet_length(stem) > char_length(stem) AND unaccent('unaccent'::regdictionary, stem) <> '');
END
$$;
--> statement-breakpoint
DROP FUNCTION search_accented;
--> statement-breakpoint
-- Writes what is searched of one content as it is now, or takes it away where visitors find nothing. Beside the words of a text
-- stand its kind, year and month, which no text holds (`~`): an index finds words within them without reading all that have the words.
CREATE OR REPLACE FUNCTION index_content(asked_kind text, asked_id integer) RETURNS void LANGUAGE plpgsql SET client_min_messages = warning AS $$
DECLARE
  source record;
  texts text;
  day timestamp;
  is_new boolean;
BEGIN
  SELECT * INTO source FROM search_sources(asked_kind, asked_id);
  IF NOT FOUND THEN
    DELETE FROM search_documents d WHERE d.kind = asked_kind AND d.item_id = asked_id;
    RETURN;
  END IF;
  texts := without_addresses(source.body);
  IF isfinite(source.published_at) THEN day := source.published_at AT TIME ZONE 'Europe/Paris'; END IF;
  INSERT INTO search_documents AS d (kind, item_id, published_at, year, title, names, title_words, words)
  SELECT asked_kind, asked_id, source.published_at, CASE WHEN source.is_dated THEN extract(year FROM day)::int END,
    left(search_normal(source.title), 300), left(search_normal(source.names), 300),
    heading || setweight(to_tsvector('simple', search_normal(source.names)), 'A')
      || setweight(to_tsvector('simple', search_normal(source.title)), 'B'),
    heading || search_vector(source.summary || ' ' || texts, 'C') || search_compounds(texts || ' ' || source.spoken, '-.')
      || search_vector(source.spoken, 'D')
  FROM (SELECT search_vector(source.names, 'A') || search_vector(source.title, 'B')
    || search_compounds(source.title || ' ' || source.names, '-.''’&$')
    || array_to_tsvector(array_remove(ARRAY['~' || asked_kind, '~' || to_char(day, 'YYYY'), '~' || to_char(day, 'YYYY-MM')], NULL))
  ) AS made (heading)
  ON CONFLICT (kind, item_id) DO UPDATE SET published_at = excluded.published_at, year = excluded.year,
    title = excluded.title, names = excluded.names, title_words = excluded.title_words, words = excluded.words
  RETURNING d.xmax = 0 INTO is_new;
  INSERT INTO search_uncounted (kind, item_id, is_new) VALUES (asked_kind, asked_id, is_new) ON CONFLICT DO NOTHING;
END
$$;
--> statement-breakpoint
-- What a change adds waits in a list that every search reads: in a short one.
ALTER FUNCTION index_changed_content SET gin_pending_list_limit = '256kB';
--> statement-breakpoint
ALTER FUNCTION index_transcribed_episode SET gin_pending_list_limit = '256kB';
--> statement-breakpoint
-- Adds the words of some documents to the vocabulary, as they are spelled: of one that was counted before only those that
-- are new to all. @returns of how many
CREATE OR REPLACE FUNCTION count_search_words(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  counted integer;
BEGIN
  WITH taken AS (
    DELETE FROM search_uncounted u USING (
      SELECT kind, item_id FROM search_uncounted ORDER BY kind, item_id LIMIT most FOR UPDATE SKIP LOCKED
    ) first WHERE u.kind = first.kind AND u.item_id = first.item_id RETURNING u.*
  ), texts AS (
    SELECT t.is_new, search_normal(s.title || ' ' || s.names || ' ' || s.summary || ' ' || without_addresses(s.body) || ' ' || s.spoken) AS text
    FROM taken t, search_sources(t.kind, t.item_id) s
  ), words AS (
    SELECT word, count(*) FILTER (WHERE is_new)::int AS documents
    FROM texts, LATERAL (SELECT DISTINCT word COLLATE "C" AS word FROM string_to_table(text, ' ') word
      WHERE char_length(word) BETWEEN 2 AND 40) distinct_words
    GROUP BY word
  ), added AS (
    INSERT INTO search_vocabulary AS v (word, documents) SELECT word, documents FROM words
    WHERE word ~ '[^0-9]' AND word !~ '^emoji[0-9a-f]+$' ORDER BY word
    ON CONFLICT (word) DO UPDATE SET documents = v.documents + excluded.documents WHERE excluded.documents > 0
  )
  SELECT count(*) INTO counted FROM taken;
  RETURN counted;
END
$$;
--> statement-breakpoint
-- True of a word that some document holds in whatever form, or that is passed over in texts. Nobody knows how many have it, and
-- hoping to meet one soon the planner would read them all.
CREATE FUNCTION search_knows(word text) RETURNS boolean LANGUAGE plpgsql STABLE STRICT
  SET client_min_messages = warning SET enable_seqscan = off AS $$
DECLARE
  stem tsquery := plainto_tsquery('french', word);
BEGIN
  RETURN numnode(stem) = 0 OR EXISTS (SELECT FROM search_documents d WHERE d.words @@ stem)
    OR EXISTS (SELECT FROM search_documents d WHERE d.title_words @@ plainto_tsquery('simple', word));
END
$$;
--> statement-breakpoint
-- Takes words that nothing holds any more out of the vocabulary, of some that follow one, in their order; those that many
-- documents had are left alone. @returns the last that was looked at, or null at the end
CREATE FUNCTION forget_search_words(after text, most integer) RETURNS text LANGUAGE plpgsql SET client_min_messages = warning AS $$
DECLARE
  last text;
BEGIN
  WITH looked_at AS (
    SELECT word, documents FROM search_vocabulary WHERE word > after ORDER BY word LIMIT most
  ), forgotten AS (
    DELETE FROM search_vocabulary v USING looked_at l
    WHERE v.word = l.word AND l.documents < 10 AND NOT search_knows(l.word)
  )
  SELECT max(word) INTO last FROM looked_at;
  RETURN last;
END
$$;
--> statement-breakpoint
-- The months, or where these would be many the years, from that in which the newest documents begin until the next one: as
-- they stand in what is searched. @returns null where there are not so many
CREATE FUNCTION search_recent(most integer) RETURNS tsquery LANGUAGE plpgsql STABLE AS $$
DECLARE
  oldest timestamptz := (SELECT published_at FROM search_documents WHERE published_at <= now()
    ORDER BY published_at DESC OFFSET most LIMIT 1);
  first timestamp := CASE WHEN isfinite(oldest) THEN date_trunc('month', oldest AT TIME ZONE 'Europe/Paris') END;
  last timestamp := (now() AT TIME ZONE 'Europe/Paris') + interval '1 month';
  is_long boolean := first < last - interval '3 years';
BEGIN
  RETURN (
    SELECT string_agg(quote_literal('~' || to_char(start, CASE WHEN is_long THEN 'YYYY' ELSE 'YYYY-MM' END)), '|')::tsquery
    FROM generate_series(CASE WHEN is_long THEN date_trunc('year', first) ELSE first END, last,
      CASE WHEN is_long THEN interval '1 year' ELSE interval '1 month' END) start);
END
$$;
--> statement-breakpoint
-- The site fills them again, with what narrows down.
TRUNCATE search_documents, search_vocabulary;
