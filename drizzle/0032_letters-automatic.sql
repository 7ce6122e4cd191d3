-- Custom SQL migration file, put your code below! ---- by hand
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
