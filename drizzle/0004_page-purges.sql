-- Who keeps rendered pages hears, once a change is committed, which of them it made stale: what shows a table's contents
-- ("episodes", "news", "blog"), the page of one episode ("episode/12"), or "all". Triggers, so that no writer can forget
-- it: forms, imports, restored backups and SQL typed by hand.
CREATE FUNCTION purge_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cko_pages', TG_ARGV[0]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION purge_episode_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cko_pages', 'episode/' || OLD.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION purge_page_of_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('cko_pages', 'episode/' || NEW.episode_id);
  ELSE
    PERFORM pg_notify('cko_pages', 'episode/' || OLD.episode_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- All columns but the views, which are counted at each opening and fetched by the page itself.
CREATE TRIGGER episodes_purge_lists AFTER INSERT OR DELETE OR UPDATE OF
    title, guest, description, youtube_url, spotify_url, thumbnail_url, is_published, published_at, guid, audio_url,
    audio_type, audio_bytes, duration_seconds, season, number, created_at, updated_at, version ON episodes
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('episodes');
--> statement-breakpoint
CREATE TRIGGER episodes_purge_page AFTER DELETE OR UPDATE OF
    title, guest, description, youtube_url, spotify_url, thumbnail_url, is_published, published_at, guid, audio_url,
    audio_type, audio_bytes, duration_seconds, season, number, created_at, updated_at, version ON episodes
  FOR EACH ROW EXECUTE FUNCTION purge_episode_page();
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
CREATE TRIGGER news_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('news');
--> statement-breakpoint
CREATE TRIGGER blog_posts_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON blog_posts
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('blog');
--> statement-breakpoint
-- Every page's footer links to some of them.
CREATE TRIGGER custom_pages_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON custom_pages
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('all');
