-- The first user ever created becomes admin. The lock makes simultaneous first sign-ups wait for each other; what
-- the first one created is visible to the second check, which has a snapshot of its own.
CREATE FUNCTION first_user_is_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM users) THEN
    PERFORM pg_advisory_xact_lock(20251103);
    IF NOT EXISTS (SELECT FROM users) THEN
      NEW.role := 'admin';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_first_is_admin BEFORE INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION first_user_is_admin();
--> statement-breakpoint
-- A mailed link to a new password ends with any change of the password, whoever made it and however.
CREATE FUNCTION end_reset_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM verifications WHERE value = NEW.user_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_password_changed AFTER UPDATE OF password ON accounts
  FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION end_reset_links();
--> statement-breakpoint
CREATE FUNCTION remember_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.staff_since := CASE WHEN NEW.role <> 'user' THEN coalesce(NEW.staff_since, now()) END;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- Its name comes after that of the trigger that makes the first user an admin, and so does it.
CREATE TRIGGER users_staff BEFORE INSERT OR UPDATE OF role ON users
  FOR EACH ROW EXECUTE FUNCTION remember_staff();
--> statement-breakpoint
-- Set for one transaction: 'retention' lets old rows go, 'erasure' lets names be blanked.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE purpose text := coalesce(current_setting('cko.audit', true), '');
BEGIN
  IF TG_OP = 'DELETE' AND purpose = 'retention' THEN
    -- No month is shorter.
    IF OLD.at < now() - interval '28 days' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' AND purpose = 'erasure' THEN
    IF (NEW.id, NEW.at, NEW.actor_role, NEW.action, NEW.kind, NEW.item_id) IS NOT DISTINCT FROM
       (OLD.id, OLD.at, OLD.actor_role, OLD.action, OLD.kind, OLD.item_id) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the log is only added to';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
--> statement-breakpoint
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
