-- Who keeps rendered pages hears, once a change is committed, which of them it made stale. Triggers, so that no writer can
-- forget it: forms, imports, restored backups and SQL typed by hand.
-- What shows a table's rows is named like the table, and the page of one episode like "episodes/12".
CREATE FUNCTION purge_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cko_pages', coalesce(TG_ARGV[0], TG_TABLE_NAME));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION purge_episode_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cko_pages', 'episodes/' || OLD.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION purge_page_of_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('cko_pages', 'episodes/' || NEW.episode_id);
  ELSE
    PERFORM pg_notify('cko_pages', 'episodes/' || OLD.episode_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_purge_all AFTER TRUNCATE ON episodes
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('all');
--> statement-breakpoint
CREATE TRIGGER comments_purge_new AFTER INSERT ON comments
  FOR EACH ROW WHEN (NEW.status = 'visible') EXECUTE FUNCTION purge_page_of_comment();
--> statement-breakpoint
CREATE TRIGGER comments_purge_changed AFTER UPDATE ON comments
  FOR EACH ROW WHEN (NEW.status = 'visible' OR OLD.status = 'visible') EXECUTE FUNCTION purge_page_of_comment();
--> statement-breakpoint
CREATE TRIGGER comments_purge_deleted AFTER DELETE ON comments
  FOR EACH ROW WHEN (OLD.status = 'visible') EXECUTE FUNCTION purge_page_of_comment();
--> statement-breakpoint
CREATE TRIGGER comments_purge_all AFTER TRUNCATE ON comments
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('all');
--> statement-breakpoint
-- Every page's footer links to some of them.
CREATE TRIGGER custom_pages_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON custom_pages
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('all');
--> statement-breakpoint
CREATE TRIGGER episodes_purge AFTER INSERT OR UPDATE OR DELETE ON episodes
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
--> statement-breakpoint
CREATE TRIGGER episodes_purge_page AFTER UPDATE OR DELETE ON episodes
  FOR EACH ROW EXECUTE FUNCTION purge_episode_page();
--> statement-breakpoint
CREATE TRIGGER news_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
--> statement-breakpoint
CREATE TRIGGER blog_posts_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON blog_posts
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
--> statement-breakpoint
CREATE TRIGGER guests_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON guests
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('episodes');
--> statement-breakpoint
CREATE TRIGGER episode_guests_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON episode_guests
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('episodes');
--> statement-breakpoint
CREATE TRIGGER news_media_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_media
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('news');
--> statement-breakpoint
-- What pages show of a medium that some of them name: its sizes once they are there, its words, its focal point.
CREATE FUNCTION purge_pages_of_medium() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM media_uses WHERE medium_id = NEW.id) THEN
    PERFORM pg_notify('cko_pages', 'all');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_purge AFTER UPDATE ON media FOR EACH ROW
  WHEN ((OLD.state, OLD.alt, OLD.focal_x, OLD.focal_y) IS DISTINCT FROM (NEW.state, NEW.alt, NEW.focal_x, NEW.focal_y)
    AND NEW.state IN ('ready', 'failed'))
  EXECUTE FUNCTION purge_pages_of_medium();
--> statement-breakpoint
-- Each process keeps the rules in memory, and hears of changes as it does of those of pages.
CREATE TRIGGER redirects_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON redirects
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
--> statement-breakpoint
CREATE FUNCTION purge_pages_of_transcript() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cko_pages', 'episodes/' || coalesce(NEW.episode_id, OLD.episode_id));
  PERFORM pg_notify('cko_pages', 'transcripts');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_new AFTER INSERT ON transcripts FOR EACH ROW
  WHEN (NEW.is_published) EXECUTE FUNCTION purge_pages_of_transcript();
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_changed AFTER UPDATE ON transcripts FOR EACH ROW
  WHEN (OLD.is_published OR NEW.is_published) EXECUTE FUNCTION purge_pages_of_transcript();
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_deleted AFTER DELETE ON transcripts FOR EACH ROW
  WHEN (OLD.is_published) EXECUTE FUNCTION purge_pages_of_transcript();
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_all AFTER TRUNCATE ON transcripts
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('all');
--> statement-breakpoint
CREATE TRIGGER media_captions_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON media_captions
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('news');
--> statement-breakpoint
CREATE TRIGGER letters_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON letters
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
