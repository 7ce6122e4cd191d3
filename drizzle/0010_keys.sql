CREATE TABLE "invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"role" text NOT NULL,
	"digest" text NOT NULL,
	"invited_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_email_unique" UNIQUE("email"),
	CONSTRAINT "invitations_digest_unique" UNIQUE("digest"),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('user', 'moderator', 'admin')),
	CONSTRAINT "invitations_email_lower" CHECK ("invitations"."email" = lower("invitations"."email"))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkeys_name_filled" CHECK (btrim("passkeys"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"digest" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text,
	"actor" text DEFAULT '' NOT NULL,
	"actor_role" text,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" text,
	"title" text DEFAULT '' NOT NULL,
	"changes" jsonb,
	"addresses" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "invitations_of_admin" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("id") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "recovery_codes_of_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_latest" ON "audit_log" USING btree ("at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_actor_by_kind" ON "audit_log" USING btree ("actor","kind","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_kind" ON "audit_log" USING btree ("kind","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_item" ON "audit_log" USING btree ("kind","item_id","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_account" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_log_naming" ON "audit_log" USING gin ("addresses") WHERE "audit_log"."addresses" <> '{}';--> statement-breakpoint
UPDATE sessions SET proved_at = created_at;
--> statement-breakpoint
UPDATE users SET staff_since = now() WHERE role <> 'user';
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
