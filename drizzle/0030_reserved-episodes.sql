ALTER TABLE "episodes" ADD COLUMN "reserved_for" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "reserved_days" integer;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "reserved_until" date;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "reserved_level_id" integer;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "is_reserved_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "supporter_audio_url" text;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "opens_at" timestamp with time zone GENERATED ALWAYS AS (case reserved_for
      when 'days' then (published_at at time zone 'Europe/Paris' + make_interval(days => reserved_days)) at time zone 'Europe/Paris'
      when 'until' then reserved_until::timestamp at time zone 'Europe/Paris'
      when 'always' then timestamptz 'infinity' end) STORED;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "indexed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "feed_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "has_feed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_reserved_level_id_levels_id_fk" FOREIGN KEY ("reserved_level_id") REFERENCES "public"."levels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "episodes_opening" ON "episodes" USING btree ("opens_at") WHERE "episodes"."opens_at" is not null;--> statement-breakpoint
CREATE INDEX "episodes_of_level" ON "episodes" USING btree ("reserved_level_id") WHERE "episodes"."reserved_level_id" is not null;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_reserved_for_known" CHECK ("episodes"."reserved_for" in ('nobody', 'days', 'until', 'always'));--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_reserved_days_range" CHECK ("episodes"."reserved_days" between 1 and 3650 and ("episodes"."reserved_for" <> 'days' or "episodes"."reserved_days" is not null));--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_reserved_until_said" CHECK ("episodes"."reserved_for" <> 'until' or "episodes"."reserved_until" is not null);--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_supporter_audio_url_medium" CHECK ("episodes"."supporter_audio_url" ~ '^/media/[A-Za-z0-9_-]{22}/');--> statement-breakpoint
CREATE VIEW "public"."public_episodes" AS (select "id", "title", "is_published" and (not "is_reserved_hidden" or ("episodes"."opens_at" is null or "episodes"."opens_at" <= now())) as "is_published", "created_at", "updated_at", "version", "search_text", "author_id", "guest", "has_no_guest", "description", case when ("episodes"."opens_at" is null or "episodes"."opens_at" <= now()) then "youtube_url"  end as "youtube_url", case when ("episodes"."opens_at" is null or "episodes"."opens_at" <= now()) then "spotify_url"  end as "spotify_url", "thumbnail_url", "published_at", "guid", case when ("episodes"."opens_at" is null or "episodes"."opens_at" <= now()) then "audio_url"  end as "audio_url", case when ("episodes"."opens_at" is null or "episodes"."opens_at" <= now()) then "audio_type"  end as "audio_type", case when ("episodes"."opens_at" is null or "episodes"."opens_at" <= now()) then "audio_bytes"  end as "audio_bytes", "duration_seconds", "subtitle", "type", "is_explicit", "comments_open", "credits", "links", case when ("episodes"."opens_at" is null or "episodes"."opens_at" <= now()) then "chapters" else '[]' end as "chapters", case when ("episodes"."opens_at" is null or "episodes"."opens_at" <= now()) then "soundbites" else '[]' end as "soundbites", "season", "number", "given_number", "review_asked_at", "is_starter", "reserved_for", "reserved_days", "reserved_until", "reserved_level_id", "is_reserved_hidden", null::text as "supporter_audio_url", "opens_at" from "episodes");
--> statement-breakpoint
-- Searched is what everybody may see.
CREATE OR REPLACE FUNCTION search_source_episode(asked_id integer)
  RETURNS TABLE (title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), left(guest, 1000), left(subtitle, 1000),
      left(description, 60000) || ' ' || left(credits, 5000)
        || ' ' || left(coalesce((SELECT string_agg(l->>'label', ' ') FROM jsonb_array_elements(links) l), ''), 5000)
        || ' ' || left(coalesce((SELECT string_agg(c->>'title', ' ') FROM jsonb_array_elements(chapters) c
          WHERE c->>'isHidden' IS DISTINCT FROM 'true'), ''), 20000),
      coalesce((SELECT left(t.text, 300000) FROM transcripts t WHERE t.episode_id = e.id AND t.is_published
        AND (e.opens_at IS NULL OR e.opens_at <= now())), ''),
      published_at, true
    FROM public_episodes e WHERE id = asked_id AND is_published
$$;
--> statement-breakpoint
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
    title = excluded.title, names = excluded.names, title_words = excluded.title_words, words = excluded.words, indexed_at = now()
  RETURNING d.xmax = 0 INTO is_new;
  INSERT INTO search_uncounted (kind, item_id, is_new) VALUES (asked_kind, asked_id, is_new) ON CONFLICT DO NOTHING;
END
$$;
--> statement-breakpoint
DROP TRIGGER episodes_index ON episodes;
--> statement-breakpoint
CREATE TRIGGER episodes_index AFTER INSERT OR DELETE
  OR UPDATE OF title, guest, subtitle, description, credits, links, chapters, is_published, published_at,
    reserved_for, reserved_days, reserved_until, is_reserved_hidden ON episodes
  FOR EACH ROW EXECUTE FUNCTION index_changed_content('episode');
--> statement-breakpoint
-- A cache in front forgets a sound that was for everybody.
CREATE FUNCTION purge_reserved_sounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cko_pages', 'media/' || key) FROM (VALUES (NEW.audio_url), (NEW.supporter_audio_url)) sounds (address),
    substring(address from '^/media/([A-Za-z0-9_-]{22})/') key WHERE key IS NOT NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_purge_reserved_sounds AFTER INSERT OR UPDATE ON episodes FOR EACH ROW
  WHEN (NEW.opens_at > now() OR NEW.supporter_audio_url IS NOT NULL) EXECUTE FUNCTION purge_reserved_sounds();
