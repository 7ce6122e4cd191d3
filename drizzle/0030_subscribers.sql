CREATE TABLE "leaving_reasons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	CONSTRAINT "leaving_reasons_reason_known" CHECK ("leaving_reasons"."reason" in ('often', 'content', 'elsewhere', 'unasked', 'other')),
	CONSTRAINT "leaving_reasons_words_length" CHECK (char_length("leaving_reasons"."words") <= 500)
);
--> statement-breakpoint
CREATE TABLE "subscriber_figures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriber_figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"joined" integer DEFAULT 0 NOT NULL,
	"gone" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subscriber_figures_range" CHECK ("subscriber_figures"."joined" >= 0 and "subscriber_figures"."gone" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriber_import_rows" (
	"import_id" integer NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	CONSTRAINT "subscriber_import_rows_import_id_email_pk" PRIMARY KEY("import_id","email")
);
--> statement-breakpoint
CREATE TABLE "subscriber_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriber_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"encoding" text DEFAULT '' NOT NULL,
	"delimiter" text DEFAULT '' NOT NULL,
	"columns" jsonb,
	"row_count" integer DEFAULT 0 NOT NULL,
	"double_count" integer DEFAULT 0 NOT NULL,
	"invalid_count" integer DEFAULT 0 NOT NULL,
	"invalid" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"origin" text DEFAULT '' NOT NULL,
	"agreed_on" date,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"added_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "subscriber_imports_state_known" CHECK ("subscriber_imports"."state" in ('reading', 'read', 'running', 'done', 'undone')),
	CONSTRAINT "subscriber_imports_ended" CHECK (("subscriber_imports"."state" in ('done', 'undone')) = ("subscriber_imports"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "subscriber_import_rows" ADD CONSTRAINT "subscriber_import_rows_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leaving_reasons_newest" ON "leaving_reasons" USING btree ("day" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "subscriber_figures_by_day" ON "subscriber_figures" USING btree ("day","joined","gone");--> statement-breakpoint
CREATE INDEX "subscriber_imports_newest" ON "subscriber_imports" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_unconfirmed" ON "newsletter_subscribers" USING btree ("created_at" desc,"id" desc) WHERE "newsletter_subscribers"."unsubscribed_at" is null and "newsletter_subscribers"."suppressed_at" is null and "newsletter_subscribers"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_suppressed" ON "newsletter_subscribers" USING btree ("created_at" desc,"id" desc) WHERE "newsletter_subscribers"."unsubscribed_at" is null and "newsletter_subscribers"."suppressed_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_asked" ON "newsletter_subscribers" USING btree ("confirmation_asked_at" desc);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_of_import" ON "newsletter_subscribers" USING btree ("import_id") WHERE "newsletter_subscribers"."import_id" is not null;--> statement-breakpoint
-- by hand
-- Who gets letters: confirmed, neither unsubscribed nor suppressed. Rows are only added, so that two of these never wait for each
-- other, whatever else their transactions hold.
CREATE FUNCTION count_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	came integer := 0;
	went integer := 0;
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT count(*) INTO came FROM new_rows
			WHERE confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suppressed_at IS NULL;
	ELSIF TG_OP = 'DELETE' THEN
		SELECT count(*) INTO went FROM old_rows
			WHERE confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suppressed_at IS NULL;
	ELSE
		SELECT count(*) FILTER (WHERE is_now AND NOT was), count(*) FILTER (WHERE was AND NOT is_now) INTO came, went FROM (
			SELECT o.confirmed_at IS NOT NULL AND o.unsubscribed_at IS NULL AND o.suppressed_at IS NULL AS was,
				n.confirmed_at IS NOT NULL AND n.unsubscribed_at IS NULL AND n.suppressed_at IS NULL AS is_now
			FROM old_rows o JOIN new_rows n USING (id)
		) AS changed;
	END IF;
	IF came > 0 OR went > 0 THEN
		INSERT INTO subscriber_figures (day, joined, gone) VALUES ((now() AT TIME ZONE 'Europe/Paris')::date, came, went);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER newsletter_subscribers_came AFTER INSERT ON newsletter_subscribers
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
--> statement-breakpoint
CREATE TRIGGER newsletter_subscribers_changed AFTER UPDATE ON newsletter_subscribers
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
--> statement-breakpoint
CREATE TRIGGER newsletter_subscribers_went AFTER DELETE ON newsletter_subscribers
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
--> statement-breakpoint
INSERT INTO subscriber_figures (day, joined)
	SELECT (confirmed_at AT TIME ZONE 'Europe/Paris')::date, count(*) FROM newsletter_subscribers
	WHERE confirmed_at IS NOT NULL AND suppressed_at IS NULL GROUP BY 1 ORDER BY 1;
--> statement-breakpoint
INSERT INTO subscriber_figures (day, gone)
	SELECT (unsubscribed_at AT TIME ZONE 'Europe/Paris')::date, count(*) FROM newsletter_subscribers
	WHERE confirmed_at IS NOT NULL AND suppressed_at IS NULL AND unsubscribed_at IS NOT NULL GROUP BY 1 ORDER BY 1;
