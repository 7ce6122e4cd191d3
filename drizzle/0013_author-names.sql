-- Articles show how their authors sign: what was rendered with another name is stale.
CREATE TRIGGER purge_pages_of_author AFTER UPDATE OF display_name ON profiles
  FOR EACH ROW WHEN (OLD.display_name IS DISTINCT FROM NEW.display_name) EXECUTE FUNCTION purge_pages('blog_posts');
--> statement-breakpoint
CREATE TRIGGER purge_pages_of_first_name AFTER INSERT ON profiles
  FOR EACH ROW WHEN (NEW.display_name <> '') EXECUTE FUNCTION purge_pages('blog_posts');
