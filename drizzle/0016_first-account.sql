-- The home page of a site without any account says how its owner begins. The first account is an admin's; those of others change
-- nothing that visitors see.
CREATE TRIGGER users_purge_admin AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.role = 'admin') EXECUTE FUNCTION purge_pages();
--> statement-breakpoint
CREATE TRIGGER users_purge_gone AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.role = 'admin') EXECUTE FUNCTION purge_pages();
--> statement-breakpoint
CREATE TRIGGER users_purge_all AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
