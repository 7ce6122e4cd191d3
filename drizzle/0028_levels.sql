CREATE TABLE "levels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "levels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" text DEFAULT '' NOT NULL,
	"pay_url" text,
	"rank" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(name)) STORED,
	CONSTRAINT "levels_name_filled" CHECK (btrim("levels"."name") <> ''),
	CONSTRAINT "levels_name_length" CHECK (char_length("levels"."name") <= 300),
	CONSTRAINT "levels_pay_url_address" CHECK ("levels"."pay_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "levels_rank_range" CHECK ("levels"."rank" between 1 and 100)
);
--> statement-breakpoint
CREATE INDEX "levels_by_rank" ON "levels" USING btree ("rank","id");--> statement-breakpoint
CREATE INDEX "levels_search" ON "levels" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "levels_search_short" ON "levels" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE TRIGGER levels_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON levels
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
--> statement-breakpoint
CREATE TRIGGER levels_media_uses AFTER INSERT OR UPDATE OR DELETE ON levels
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER levels_media_uses_gone AFTER TRUNCATE ON levels
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
