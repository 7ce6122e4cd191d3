-- Articles show how their authors sign: what was rendered with another name is stale.
CREATE TRIGGER purge_pages_of_author AFTER UPDATE ON profiles
  FOR EACH ROW WHEN (OLD.display_name IS DISTINCT FROM NEW.display_name) EXECUTE FUNCTION purge_pages('blog_posts');
--> statement-breakpoint
CREATE TRIGGER purge_pages_of_new_author AFTER INSERT ON profiles
  FOR EACH ROW WHEN (NEW.display_name <> '') EXECUTE FUNCTION purge_pages('blog_posts');
