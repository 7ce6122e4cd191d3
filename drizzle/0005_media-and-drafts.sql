-- Which media a row names in any of its texts: by their keys, as they stand in addresses (app/kit/lib/media.ts).
CREATE FUNCTION note_media_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE texts text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM media_uses WHERE source = TG_TABLE_NAME AND row_id = OLD.id;
    RETURN NULL;
  END IF;
  texts := to_jsonb(NEW)::text;
  IF TG_OP = 'UPDATE' THEN
    IF texts NOT LIKE '%/media/%' AND to_jsonb(OLD)::text NOT LIKE '%/media/%' THEN RETURN NULL; END IF;
    DELETE FROM media_uses WHERE source = TG_TABLE_NAME AND row_id = NEW.id;
  END IF;
  IF texts LIKE '%/media/%' THEN
    INSERT INTO media_uses (medium_id, source, row_id)
      SELECT id, TG_TABLE_NAME, NEW.id FROM media
      WHERE key IN (SELECT (regexp_matches(texts, '/media/([A-Za-z0-9_-]{22})/', 'g'))[1])
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forget_media_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE source = TG_TABLE_NAME;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What belongs to an item that is gone: the kind is the trigger's argument.
CREATE FUNCTION forget_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM drafts WHERE kind = TG_ARGV[0] AND item_id = OLD.id;
  DELETE FROM revisions WHERE kind = TG_ARGV[0] AND item_id = OLD.id;
  DELETE FROM preview_links WHERE kind = TG_ARGV[0] AND item_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_forget_drafts AFTER DELETE ON episodes
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('episode');
--> statement-breakpoint
CREATE TRIGGER news_forget_drafts AFTER DELETE ON news
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('news');
--> statement-breakpoint
CREATE TRIGGER blog_posts_forget_drafts AFTER DELETE ON blog_posts
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('post');
--> statement-breakpoint
CREATE TRIGGER custom_pages_forget_drafts AFTER DELETE ON custom_pages
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('page');
--> statement-breakpoint
CREATE TRIGGER episodes_media_uses AFTER INSERT OR UPDATE OR DELETE ON episodes
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER episodes_media_uses_gone AFTER TRUNCATE ON episodes
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_uses AFTER INSERT OR UPDATE OR DELETE ON news
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_uses_gone AFTER TRUNCATE ON news
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_media_uses AFTER INSERT OR UPDATE OR DELETE ON news_media
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_media_uses_gone AFTER TRUNCATE ON news_media
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER blog_posts_media_uses AFTER INSERT OR UPDATE OR DELETE ON blog_posts
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER blog_posts_media_uses_gone AFTER TRUNCATE ON blog_posts
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER custom_pages_media_uses AFTER INSERT OR UPDATE OR DELETE ON custom_pages
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER custom_pages_media_uses_gone AFTER TRUNCATE ON custom_pages
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER guests_media_uses AFTER INSERT OR UPDATE OR DELETE ON guests
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER guests_media_uses_gone AFTER TRUNCATE ON guests
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER letters_forget_drafts AFTER DELETE ON letters
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('letter');
--> statement-breakpoint
CREATE TRIGGER letters_media_uses AFTER INSERT OR UPDATE OR DELETE ON letters
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER letters_media_uses_gone AFTER TRUNCATE ON letters
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
