CREATE TABLE "missing_paths" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "missing_paths_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"path" text NOT NULL,
	"hits" integer NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_ignored" boolean DEFAULT false NOT NULL,
	CONSTRAINT "missing_paths_path_unique" UNIQUE("path"),
	CONSTRAINT "missing_paths_path" CHECK ("missing_paths"."path" ~ '^/' and char_length("missing_paths"."path") <= 200),
	CONSTRAINT "missing_paths_hits_range" CHECK ("missing_paths"."hits" > 0)
);
--> statement-breakpoint
CREATE TABLE "redirect_hits" (
	"redirect_id" integer NOT NULL,
	"day" date NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "redirect_hits_redirect_id_day_pk" PRIMARY KEY("redirect_id","day"),
	CONSTRAINT "redirect_hits_range" CHECK ("redirect_hits"."hits" > 0)
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redirects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"target" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(source || E'\n' || coalesce(target, ''))) STORED,
	CONSTRAINT "redirects_source_unique" UNIQUE("source"),
	CONSTRAINT "redirects_source_path" CHECK ("redirects"."source" ~ '^/' and char_length("redirects"."source") <= 500),
	CONSTRAINT "redirects_target_address" CHECK ("redirects"."target" ~* '^(https?://[^[:space:]]|/([^/\\]|$))' and char_length("redirects"."target") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "redirect_hits" ADD CONSTRAINT "redirect_hits_redirect_id_redirects_id_fk" FOREIGN KEY ("redirect_id") REFERENCES "public"."redirects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "missing_paths_by_hits" ON "missing_paths" USING btree ("hits" desc,"last_seen_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "redirects_search" ON "redirects" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- by hand
-- Each process keeps the rules in memory, and hears of changes as it does of those of pages.
CREATE TRIGGER redirects_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON redirects
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
