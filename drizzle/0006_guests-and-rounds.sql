-- Titles that differ by case, accents and spaces of any kind only have one key.
CREATE FUNCTION title_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(searchable(value), '[\s\u00a0\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]+', '', 'g');
--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "has_no_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "given_number" integer;--> statement-breakpoint
CREATE INDEX "episodes_rounds" ON "episodes" USING btree (coalesce("season", 0),"number");--> statement-breakpoint
CREATE INDEX "episodes_audio" ON "episodes" USING btree (md5("audio_url"));--> statement-breakpoint
CREATE INDEX "episodes_title_and_day" ON "episodes" USING btree (md5(title_key("title")),(("published_at" at time zone 'Europe/Paris')::date));--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_no_guest" CHECK (not "episodes"."has_no_guest" or "episodes"."guest" = '');--> statement-breakpoint
-- A feed that named no guest knew of none; who wrote an episode by hand had to name one.
UPDATE episodes SET has_no_guest = true WHERE guest = '' AND guid IS NOT NULL;
--> statement-breakpoint
-- Rounds that followed the identifiers follow the season from now on, after the numbers that it has already.
WITH taken AS (
  SELECT coalesce(season, 0) AS season, max(number) AS number FROM episodes WHERE number < 1000000000 GROUP BY 1
), numbered AS (
  SELECT id, coalesce(taken.number, 0)
      + row_number() OVER (PARTITION BY coalesce(e.season, 0) ORDER BY published_at, id) AS number
  FROM episodes e LEFT JOIN taken ON taken.season = coalesce(e.season, 0)
  WHERE is_published AND e.number IS NULL
)
UPDATE episodes SET number = numbered.number, given_number = numbered.number
  FROM numbered WHERE numbered.id = episodes.id;
--> statement-breakpoint
DROP TRIGGER episodes_purge_lists ON episodes;
--> statement-breakpoint
DROP TRIGGER episodes_purge_page ON episodes;
--> statement-breakpoint
CREATE TRIGGER episodes_purge_lists AFTER INSERT OR DELETE OR UPDATE OF
    title, guest, has_no_guest, description, youtube_url, spotify_url, thumbnail_url, is_published, published_at, guid,
    audio_url, audio_type, audio_bytes, duration_seconds, season, number, given_number, created_at, updated_at, version
    ON episodes
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('episodes');
--> statement-breakpoint
CREATE TRIGGER episodes_purge_page AFTER DELETE OR UPDATE OF
    title, guest, has_no_guest, description, youtube_url, spotify_url, thumbnail_url, is_published, published_at, guid,
    audio_url, audio_type, audio_bytes, duration_seconds, season, number, given_number, created_at, updated_at, version
    ON episodes
  FOR EACH ROW EXECUTE FUNCTION purge_episode_page();
