-- by hand: an episode that apps may know is known to them by one name for ever: an imported one by its feed's, another one by
-- what stays the same in every backup of it.
CREATE FUNCTION episode_guid(id integer, created_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT md5('episode/' || id || '/' || floor(extract(epoch FROM created_at))::bigint)::uuid::text
$$;
--> statement-breakpoint
CREATE FUNCTION name_for_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.guid := episode_guid(NEW.id, NEW.created_at);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_name_for_feed BEFORE INSERT OR UPDATE OF is_published, audio_url, guid ON episodes
  FOR EACH ROW WHEN (NEW.guid IS NULL AND NEW.is_published AND NEW.audio_url <> '')
  EXECUTE FUNCTION name_for_feed();
--> statement-breakpoint
UPDATE episodes SET guid = episode_guid(id, created_at) WHERE guid IS NULL AND is_published AND audio_url <> '';
