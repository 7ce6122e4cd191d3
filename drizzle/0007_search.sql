-- Everything that is no letter and no digit parts words, whatever the server's locale holds for a letter; an emoji is a word.
-- Signs become spaces faster than spaces do: those that are there are left alone.
CREATE FUNCTION search_split(value text) RETURNS text
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
CREATE FUNCTION search_normal(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN search_split(lower(unaccent('unaccent'::regdictionary, search_folded(value))));
END
$$;
--> statement-breakpoint
-- The stems of words with accents, without them: of each word once.
CREATE FUNCTION search_accented_stems(value text) RETURNS text[]
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
CREATE FUNCTION search_vector(value text, weight "char") RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN setweight(to_tsvector('french', search_normal(value)), weight)
    || array_to_tsvector(search_accented_stems(value));
END
$$;
--> statement-breakpoint
-- "hip-hop" as "hiphop" and "N.T.M." as "ntm": words that signs hold together, as one.
CREATE FUNCTION search_compounds(value text, signs text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN array_to_tsvector(ARRAY(
    SELECT DISTINCT left(regexp_replace(matched[1], '[^a-z0-9]', '', 'g'), 60)
    FROM regexp_matches(lower(unaccent('unaccent'::regdictionary, value)),
      '[a-z0-9]+(?:[' || signs || '][a-z0-9]+)+', 'g') matched));
END
$$;
--> statement-breakpoint
-- What was asked for, in parts: [{"text", "isPhrase", "isExcluded", "isBegun"}]. In 'titles' and guests words are found as they
-- are, by their stems and by the beginning that was typed last; in 'texts' by that only where nobody uses it as a word: many
-- words would begin so; 'together' is the same without what phrases ask for beyond their words. 'literally' they are only found as they are. Empty where nothing is asked for that tells anything.
CREATE FUNCTION search_query(parts jsonb, looked_in text) RETURNS tsquery
  LANGUAGE plpgsql STABLE STRICT SET client_min_messages = warning AS $$
DECLARE
  part jsonb;
  piece text;
  pieces text[];
  stem text;
  is_begun boolean;
  one tsquery;
  asked tsquery;
  wanted tsquery := '';
  unwanted tsquery := '';
  as_typed tsquery := '';
BEGIN
  FOR part IN SELECT jsonb_array_elements(parts) LOOP
    asked := '';
    pieces := string_to_array(search_normal(part->>'text'), ' ');
    IF (part->>'isPhrase')::boolean THEN
      CONTINUE WHEN looked_in = 'together' AND (part->>'isExcluded')::boolean;
      asked := CASE WHEN looked_in = 'together' THEN plainto_tsquery('french', array_to_string(pieces, ' '))
        ELSE phraseto_tsquery('french', array_to_string(pieces, ' ')) END;
      as_typed := as_typed && phraseto_tsquery('simple', array_to_string(pieces, ' '));
    ELSE
      FOR i IN 1 .. coalesce(cardinality(pieces), 0) LOOP
        piece := pieces[i];
        is_begun := (part->>'isBegun')::boolean AND i = cardinality(pieces) AND char_length(piece) > 1;
        IF NOT (part->>'isExcluded')::boolean THEN
          one := plainto_tsquery('simple', piece);
          IF is_begun THEN one := one || (quote_literal(piece) || ':*')::tsquery; END IF;
          as_typed := as_typed && one;
        END IF;
        one := plainto_tsquery('french', piece);
        -- Nor do letters of abbreviations and elisions by themselves tell anything, and words that the dictionary lets pass.
        CONTINUE WHEN numnode(one) = 0 OR (piece ~ '^[a-z]$' AND cardinality(pieces) > 1)
          OR piece IN ('a', 'les', 'cet', 'cette', 'etre', 'etait', 'meme', 'tres');
        IF looked_in = 'literally' THEN
          one := plainto_tsquery('simple', piece);
        ELSE
          one := one || plainto_tsquery('simple', piece);
          IF is_begun AND (looked_in = 'titles' OR char_length(piece) > 2
              AND NOT EXISTS (SELECT FROM search_vocabulary v WHERE v.word = piece)) THEN
            one := one || (quote_literal(piece) || ':*')::tsquery;
          END IF;
        END IF;
        asked := asked && one;
      END LOOP;
      IF cardinality(pieces) > 1 THEN
        asked := asked || plainto_tsquery('simple', left(array_to_string(pieces, ''), 60));
      ELSIF numnode(asked) > 0 AND looked_in <> 'literally' THEN
        -- Typed with its accents, it has a stem of its own.
        FOREACH stem IN ARRAY search_accented_stems(part->>'text') LOOP
          asked := asked || plainto_tsquery('simple', stem);
        END LOOP;
      END IF;
    END IF;
    IF numnode(asked) > 0 THEN
      IF (part->>'isExcluded')::boolean THEN
        unwanted := unwanted || asked;
      ELSE
        wanted := wanted && asked;
      END IF;
    END IF;
  END LOOP;
  -- « Et moi », of words that are too frequent to be looked up in texts.
  IF numnode(wanted) = 0 AND looked_in = 'titles' THEN wanted := as_typed; END IF;
  IF numnode(wanted) = 0 OR numnode(unwanted) = 0 THEN RETURN wanted; END IF;
  RETURN wanted && !! unwanted;
END
$$;
--> statement-breakpoint
-- What is searched of each content, addresses in it left out: of episodes also what is said in them.
CREATE FUNCTION search_sources(asked_kind text, asked_id integer) RETURNS TABLE (
    title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), left(guest, 1000), left(subtitle, 1000),
      left(description, 60000) || ' ' || left(credits, 5000)
        || ' ' || left(coalesce((SELECT string_agg(l->>'label', ' ') FROM jsonb_array_elements(links) l), ''), 5000)
        || ' ' || left(coalesce((SELECT string_agg(c->>'title', ' ') FROM jsonb_array_elements(chapters) c
          WHERE c->>'isHidden' IS DISTINCT FROM 'true'), ''), 20000),
      coalesce((SELECT left(t.text, 300000) FROM transcripts t WHERE t.episode_id = episodes.id AND t.is_published), ''),
      published_at, true
    FROM episodes WHERE asked_kind = 'episode' AND id = asked_id AND is_published
  UNION ALL SELECT left(title, 1000), '', '', left(content, 60000), '', published_at, true
    FROM news WHERE asked_kind = 'news' AND id = asked_id AND is_published AND published_at IS NOT NULL
  UNION ALL SELECT left(title, 1000), '', left(excerpt, 5000), left(content, 60000), '', published_at, true
    FROM blog_posts WHERE asked_kind = 'post' AND id = asked_id AND is_published AND published_at IS NOT NULL
  UNION ALL SELECT left(title, 1000), '', left(meta_description, 1000), left(content, 60000), '', created_at, false
    FROM custom_pages WHERE asked_kind = 'page' AND id = asked_id AND is_published
  UNION ALL SELECT left(title, 1000), '', left(preview_text, 1000), left(content, 60000), '', published_at, true
    FROM letters WHERE asked_kind = 'letter' AND id = asked_id AND is_published
$$;
--> statement-breakpoint
CREATE FUNCTION without_addresses(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN regexp_replace(value, '(?:https?://|mailto:|www\.|/media/)[^[:space:])>"]*', ' ', 'gi');
END
$$;
--> statement-breakpoint
-- Writes what is searched of one content as it is now, or takes it away where visitors find nothing. Beside the words of a text
-- stand its kind, year and month, which no text holds (`~`): an index finds words within them without reading all that have the words.
CREATE FUNCTION index_content(asked_kind text, asked_id integer) RETURNS void LANGUAGE plpgsql SET client_min_messages = warning AS $$
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
CREATE FUNCTION index_changed_content() RETURNS trigger LANGUAGE plpgsql SET gin_pending_list_limit = '256kB' AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM search_documents d WHERE d.kind = TG_ARGV[0];
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = TG_ARGV[0] AND d.item_id = OLD.id;
  ELSE
    PERFORM index_content(TG_ARGV[0], NEW.id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_index AFTER INSERT OR DELETE
  OR UPDATE OF title, guest, subtitle, description, credits, links, chapters, is_published, published_at ON episodes
  FOR EACH ROW EXECUTE FUNCTION index_changed_content('episode');
--> statement-breakpoint
CREATE TRIGGER news_index AFTER INSERT OR DELETE OR UPDATE OF title, content, is_published, published_at ON news
  FOR EACH ROW EXECUTE FUNCTION index_changed_content('news');
--> statement-breakpoint
CREATE TRIGGER blog_posts_index AFTER INSERT OR DELETE
  OR UPDATE OF title, excerpt, content, is_published, published_at ON blog_posts
  FOR EACH ROW EXECUTE FUNCTION index_changed_content('post');
--> statement-breakpoint
CREATE TRIGGER custom_pages_index AFTER INSERT OR DELETE
  OR UPDATE OF title, meta_description, content, is_published ON custom_pages
  FOR EACH ROW EXECUTE FUNCTION index_changed_content('page');
--> statement-breakpoint
CREATE TRIGGER episodes_index_emptied AFTER TRUNCATE ON episodes
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('episode');
--> statement-breakpoint
CREATE TRIGGER news_index_emptied AFTER TRUNCATE ON news
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('news');
--> statement-breakpoint
CREATE TRIGGER blog_posts_index_emptied AFTER TRUNCATE ON blog_posts
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('post');
--> statement-breakpoint
CREATE TRIGGER custom_pages_index_emptied AFTER TRUNCATE ON custom_pages
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('page');
--> statement-breakpoint
-- Adds the words of some documents to the vocabulary, as they are spelled: of one that was counted before only those that
-- are new to all. @returns of how many
CREATE FUNCTION count_search_words(most integer) RETURNS integer LANGUAGE plpgsql AS $$
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
CREATE FUNCTION index_transcribed_episode() RETURNS trigger LANGUAGE plpgsql SET gin_pending_list_limit = '256kB' AS $$
BEGIN
  PERFORM index_content('episode', coalesce(NEW.episode_id, OLD.episode_id));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transcripts_index AFTER INSERT OR DELETE OR UPDATE OF text, is_published ON transcripts
  FOR EACH ROW EXECUTE FUNCTION index_transcribed_episode();
--> statement-breakpoint
-- The site fills in again what is missing.
CREATE TRIGGER transcripts_index_emptied AFTER TRUNCATE ON transcripts
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('episode');
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
CREATE TRIGGER letters_index AFTER INSERT OR DELETE OR UPDATE OF title, preview_text, content, is_archived, published_at ON letters
  FOR EACH ROW EXECUTE FUNCTION index_changed_content('letter');
--> statement-breakpoint
CREATE TRIGGER letters_index_emptied AFTER TRUNCATE ON letters
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('letter');
