-- What is reserved for supporters after its letter was scheduled is no news for everybody any more.
DROP TRIGGER episodes_hold_announcement ON episodes;
--> statement-breakpoint
CREATE TRIGGER episodes_hold_announcement AFTER UPDATE ON episodes FOR EACH ROW
  WHEN (OLD.is_published AND (NOT NEW.is_published OR (NEW.published_at > now() AND NEW.published_at <> OLD.published_at)
    OR (NEW.opens_at > now() AND NEW.opens_at IS DISTINCT FROM OLD.opens_at)))
  EXECUTE FUNCTION hold_announcement();
