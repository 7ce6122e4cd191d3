CREATE TABLE "supporters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "supporters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"level_id" integer,
	"until" date,
	"origin" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(email || E'\n' || name)) STORED,
	CONSTRAINT "supporters_email_unique" UNIQUE("email"),
	CONSTRAINT "supporters_email_lower" CHECK ("supporters"."email" = lower("supporters"."email")),
	CONSTRAINT "supporters_email_length" CHECK (char_length("supporters"."email") between 3 and 254)
);
--> statement-breakpoint
ALTER TABLE "supporters" ADD CONSTRAINT "supporters_level_id_levels_id_fk" FOREIGN KEY ("level_id") REFERENCES "public"."levels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "supporters_of_level" ON "supporters" USING btree ("level_id","id");--> statement-breakpoint
CREATE INDEX "supporters_by_until" ON "supporters" USING btree ("until","id");--> statement-breakpoint
CREATE INDEX "supporters_search" ON "supporters" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "supporters_search_short" ON "supporters" USING gin (short_parts("search_text"));--> statement-breakpoint
-- The privacy page says something of them where there are any.
CREATE TRIGGER supporters_purge AFTER INSERT OR DELETE OR TRUNCATE ON supporters
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
