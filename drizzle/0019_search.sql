CREATE TABLE "search_documents" (
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"year" integer,
	"title" text NOT NULL,
	"names" text NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"is_counted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "search_documents_kind_item_id_pk" PRIMARY KEY("kind","item_id"),
	CONSTRAINT "search_documents_kind_known" CHECK ("search_documents"."kind" in ('episode', 'news', 'post', 'page'))
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"documents" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_documents_titles" ON "search_documents" USING gin ("title_words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "search_documents" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_documents_uncounted" ON "search_documents" USING btree ("kind","item_id") WHERE not "search_documents"."is_counted";--> statement-breakpoint
CREATE INDEX "search_vocabulary_like" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
-- by hand
-- Everything that is no letter and no digit parts words, whatever the server's locale holds for a letter; an emoji is a word.
CREATE FUNCTION search_split(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  sign text;
BEGIN
  value := regexp_replace(value,
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u3020\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]+', ' ', 'g');
  IF value ~ '[\u2190-\u2bff\U0001f000-\U0001faff]' THEN
    FOR sign IN SELECT DISTINCT matched[1]
      FROM regexp_matches(value, '[\u2190-\u2bff\U0001f000-\U0001faff]', 'g') matched LOOP
      value := replace(value, sign, ' emoji' || to_hex(ascii(sign)) || ' ');
    END LOOP;
  END IF;
  RETURN btrim(value);
END
$$;
--> statement-breakpoint
-- A text as words are compared: without case and accents, ligatures as two letters, one space between words.
CREATE FUNCTION search_normal(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN search_split(lower(unaccent('unaccent'::regdictionary, normalize(value, NFKC))));
END
$$;
--> statement-breakpoint
-- The same with its accents, by which French words are stemmed better: "française" is to be found by "français".
CREATE FUNCTION search_accented(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN search_split(translate(lower(normalize(value, NFKC)),
    'ÀÁÂÃÄÇÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜŸ', 'àáâãäçèéêëìíîïòóôõöùúûüÿ'));
END
$$;
--> statement-breakpoint
-- The stems of words with accents, without them.
CREATE FUNCTION search_accented_stems(value text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT lower(unaccent('unaccent'::regdictionary, stem))
    FROM unnest(tsvector_to_array(to_tsvector('french', search_accented(value)))) stem
    WHERE octet_length(stem) > char_length(stem));
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
-- What is searched of each content, addresses in it left out.
CREATE FUNCTION search_sources(asked_kind text, asked_id integer) RETURNS TABLE (
    title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), left(guest, 1000), left(subtitle, 1000),
      left(description, 60000) || ' ' || left(credits, 5000)
        || ' ' || left(coalesce((SELECT string_agg(l->>'label', ' ') FROM jsonb_array_elements(links) l), ''), 5000)
        || ' ' || left(coalesce((SELECT string_agg(c->>'title', ' ') FROM jsonb_array_elements(chapters) c
          WHERE c->>'isHidden' IS DISTINCT FROM 'true'), ''), 20000),
      '', published_at, true
    FROM episodes WHERE asked_kind = 'episode' AND id = asked_id AND is_published
  UNION ALL SELECT left(title, 1000), '', '', left(content, 60000), '', published_at, true
    FROM news WHERE asked_kind = 'news' AND id = asked_id AND is_published AND published_at IS NOT NULL
  UNION ALL SELECT left(title, 1000), '', left(excerpt, 5000), left(content, 60000), '', published_at, true
    FROM blog_posts WHERE asked_kind = 'post' AND id = asked_id AND is_published AND published_at IS NOT NULL
  UNION ALL SELECT left(title, 1000), '', left(meta_description, 1000), left(content, 60000), '', created_at, false
    FROM custom_pages WHERE asked_kind = 'page' AND id = asked_id AND is_published
$$;
--> statement-breakpoint
CREATE FUNCTION without_addresses(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN regexp_replace(value, '(?:https?://|mailto:|www\.|/media/)[^[:space:])>"]*', ' ', 'gi');
END
$$;
--> statement-breakpoint
-- Writes what is searched of one content as it is now, or takes it away where visitors find nothing.
CREATE FUNCTION index_content(asked_kind text, asked_id integer) RETURNS void LANGUAGE plpgsql SET client_min_messages = warning AS $$
DECLARE
  source record;
  texts text;
BEGIN
  SELECT * INTO source FROM search_sources(asked_kind, asked_id);
  IF NOT FOUND THEN
    DELETE FROM search_documents d WHERE d.kind = asked_kind AND d.item_id = asked_id;
    RETURN;
  END IF;
  texts := without_addresses(source.body);
  INSERT INTO search_documents AS d (kind, item_id, published_at, year, title, names, title_words, words)
  SELECT asked_kind, asked_id, source.published_at,
    CASE WHEN source.is_dated AND isfinite(source.published_at)
      THEN extract(year FROM source.published_at AT TIME ZONE 'Europe/Paris')::int END,
    left(search_normal(source.title), 300), left(search_normal(source.names), 300),
    heading || setweight(to_tsvector('simple', search_normal(source.names)), 'A')
      || setweight(to_tsvector('simple', search_normal(source.title)), 'B'),
    heading || search_vector(source.summary || ' ' || texts, 'C') || search_compounds(texts, '-.')
      || search_vector(source.spoken, 'D')
  FROM (SELECT search_vector(source.names, 'A') || search_vector(source.title, 'B')
    || search_compounds(source.title || ' ' || source.names, '-.''’&$')) AS made (heading)
  ON CONFLICT (kind, item_id) DO UPDATE SET published_at = excluded.published_at, year = excluded.year,
    title = excluded.title, names = excluded.names, title_words = excluded.title_words, words = excluded.words,
    is_counted = false;
END
$$;
--> statement-breakpoint
CREATE FUNCTION index_changed_content() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Adds the words of some documents to the vocabulary, as they are spelled. @returns of how many
CREATE FUNCTION count_search_words(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  counted integer;
BEGIN
  WITH taken AS (
    SELECT d.kind, d.item_id FROM search_documents d WHERE NOT d.is_counted
    ORDER BY d.kind, d.item_id LIMIT most FOR UPDATE SKIP LOCKED
  ), texts AS (
    SELECT search_normal(s.title || ' ' || s.names || ' ' || s.summary || ' ' || without_addresses(s.body) || ' ' || s.spoken) AS text
    FROM taken t, search_sources(t.kind, t.item_id) s
  ), words AS (
    SELECT word, count(*)::int AS documents
    FROM texts, LATERAL (SELECT DISTINCT word FROM regexp_split_to_table(text, ' +') word) distinct_words
    WHERE char_length(word) BETWEEN 2 AND 40 AND word ~ '[^0-9]' AND word !~ '^emoji[0-9a-f]+$'
    GROUP BY word
  ), added AS (
    INSERT INTO search_vocabulary AS v (word, documents) SELECT word, documents FROM words ORDER BY word
    ON CONFLICT (word) DO UPDATE SET documents = v.documents + excluded.documents
  ), marked AS (
    UPDATE search_documents d SET is_counted = true FROM taken t
    WHERE d.kind = t.kind AND d.item_id = t.item_id RETURNING 1
  )
  SELECT count(*) INTO counted FROM marked;
  RETURN counted;
END
$$;
