-- An episode that apps may know is known to them by one name for ever: an imported one by its feed's, another one by
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
-- A letter that announces an episode leaves only while everybody may see that; one that nobody has touched is scheduled again with it.
CREATE FUNCTION hold_announcement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE letters SET state = 'draft', scheduled_at = NULL WHERE announced_episode_id = OLD.id AND state = 'scheduled';
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_hold_announcement AFTER UPDATE ON episodes FOR EACH ROW
  WHEN (OLD.is_published AND (NOT NEW.is_published OR (NEW.published_at > now() AND NEW.published_at <> OLD.published_at)))
  EXECUTE FUNCTION hold_announcement();
--> statement-breakpoint
CREATE TRIGGER episodes_hold_announcement_deleted BEFORE DELETE ON episodes FOR EACH ROW
  EXECUTE FUNCTION hold_announcement();
