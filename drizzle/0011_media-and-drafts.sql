CREATE TABLE "episode_guests" (
	"episode_id" integer NOT NULL,
	"guest_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "episode_guests_episode_id_guest_id_pk" PRIMARY KEY("episode_id","guest_id"),
	CONSTRAINT "episode_guests_position_range" CHECK ("episode_guests"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"link_url" text,
	"picture_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(name)) STORED,
	CONSTRAINT "guests_slug_unique" UNIQUE("slug"),
	CONSTRAINT "guests_slug_format" CHECK ("guests"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "guests_name_filled" CHECK (btrim("guests"."name") <> ''),
	CONSTRAINT "guests_name_length" CHECK (char_length("guests"."name") <= 300),
	CONSTRAINT "guests_link_url_address" CHECK ("guests"."link_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "guests_picture_url_address" CHECK ("guests"."picture_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))')
);
--> statement-breakpoint
CREATE TABLE "news_media" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"news_id" integer NOT NULL,
	"position" integer NOT NULL,
	"media_type" text NOT NULL,
	"media_url" text NOT NULL,
	"thumbnail_url" text,
	"caption" text DEFAULT '' NOT NULL,
	CONSTRAINT "news_media_position" UNIQUE("news_id","position"),
	CONSTRAINT "news_media_position_range" CHECK ("news_media"."position" > 0),
	CONSTRAINT "news_media_media_type_known" CHECK ("news_media"."media_type" in ('image', 'video')),
	CONSTRAINT "news_media_media_url_address" CHECK ("news_media"."media_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))'),
	CONSTRAINT "news_media_thumbnail_url_address" CHECK ("news_media"."thumbnail_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))')
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"alt" text DEFAULT '' NOT NULL,
	"focal_x" real DEFAULT 0.5 NOT NULL,
	"focal_y" real DEFAULT 0.5 NOT NULL,
	"width" integer,
	"height" integer,
	"thumbhash" text,
	"duration_ms" integer,
	"bit_rate" integer,
	"loudness" real,
	"waveform" text,
	"tags" jsonb,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(title || E'\n' || alt)) STORED,
	CONSTRAINT "media_key_unique" UNIQUE("key"),
	CONSTRAINT "media_sha256_unique" UNIQUE("sha256"),
	CONSTRAINT "media_key_format" CHECK ("media"."key" ~ '^[A-Za-z0-9_-]{22}$'),
	CONSTRAINT "media_kind_known" CHECK ("media"."kind" in ('image', 'audio', 'video', 'text', 'document')),
	CONSTRAINT "media_state_known" CHECK ("media"."state" in ('waiting', 'working', 'ready', 'failed')),
	CONSTRAINT "media_title_filled" CHECK (btrim("media"."title") <> ''),
	CONSTRAINT "media_bytes_range" CHECK ("media"."bytes" > 0),
	CONSTRAINT "media_sha256_format" CHECK ("media"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "media_focal_x_range" CHECK ("media"."focal_x" between 0 and 1),
	CONSTRAINT "media_focal_y_range" CHECK ("media"."focal_y" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"medium_id" integer NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"width" integer,
	"height" integer,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "media_files_path_unique" UNIQUE("path"),
	CONSTRAINT "media_files_name" UNIQUE("medium_id","name"),
	CONSTRAINT "media_files_role_known" CHECK ("media_files"."role" in ('main', 'variant', 'original')),
	CONSTRAINT "media_files_bytes_range" CHECK ("media_files"."bytes" >= 0),
	CONSTRAINT "media_files_sha256_format" CHECK ("media_files"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "media_uses" (
	"medium_id" integer NOT NULL,
	"source" text NOT NULL,
	"row_id" integer NOT NULL,
	CONSTRAINT "media_uses_medium_id_source_row_id_pk" PRIMARY KEY("medium_id","source","row_id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts" jsonb,
	"lease" text,
	"leased_until" timestamp with time zone,
	"medium_id" integer,
	"is_duplicate" boolean DEFAULT false NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_title_filled" CHECK (btrim("uploads"."title") <> ''),
	CONSTRAINT "uploads_bytes_range" CHECK ("uploads"."bytes" > 0),
	CONSTRAINT "uploads_received_range" CHECK ("uploads"."received" between 0 and "uploads"."bytes")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"item_id" integer,
	"user_id" text NOT NULL,
	"values" jsonb NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"based_on" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" in ('episode', 'news', 'post', 'page'))
);
--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preview_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" integer,
	"draft_id" integer,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "preview_links_digest_unique" UNIQUE("digest"),
	CONSTRAINT "preview_links_kind_known" CHECK ("preview_links"."kind" in ('episode', 'news', 'post', 'page')),
	CONSTRAINT "preview_links_target" CHECK (num_nonnulls("preview_links"."item_id", "preview_links"."draft_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"values" jsonb NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"saved_by" text,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revisions_kind_known" CHECK ("revisions"."kind" in ('episode', 'news', 'post', 'page'))
);
--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "subtitle" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "type" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "is_explicit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "credits" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "media_caption" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "episode_guests" ADD CONSTRAINT "episode_guests_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_guests" ADD CONSTRAINT "episode_guests_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_media" ADD CONSTRAINT "news_media_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uses" ADD CONSTRAINT "media_uses_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "episode_guests_of_guest" ON "episode_guests" USING btree ("guest_id","episode_id");--> statement-breakpoint
CREATE INDEX "guests_by_name" ON "guests" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "guests_name_key" ON "guests" USING btree (md5(title_key("name")));--> statement-breakpoint
CREATE INDEX "guests_search" ON "guests" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "guests_search_short" ON "guests" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "media_newest_by_kind" ON "media" USING btree ("kind","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "media_queue" ON "media" USING btree ("id") WHERE "media"."state" in ('waiting', 'working');--> statement-breakpoint
CREATE INDEX "media_of_creator" ON "media" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "media_search" ON "media" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "media_search_short" ON "media" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "media_uses_of_row" ON "media_uses" USING btree ("source","row_id");--> statement-breakpoint
CREATE INDEX "uploads_of_user" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_oldest" ON "uploads" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "uploads_of_medium" ON "uploads" USING btree ("medium_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_of_item" ON "drafts" USING btree ("kind","item_id","user_id") WHERE "drafts"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "drafts_of_user" ON "drafts" USING btree ("user_id","kind","updated_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "preview_links_of_item" ON "preview_links" USING btree ("kind","item_id");--> statement-breakpoint
CREATE INDEX "preview_links_of_draft" ON "preview_links" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "preview_links_of_creator" ON "preview_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "revisions_of_item" ON "revisions" USING btree ("kind","item_id","id" desc);--> statement-breakpoint
CREATE INDEX "revisions_of_author" ON "revisions" USING btree ("saved_by");--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_type_known" CHECK ("episodes"."type" in ('full', 'trailer', 'bonus'));--> statement-breakpoint
CREATE TRIGGER guests_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON guests
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('episodes');
--> statement-breakpoint
CREATE TRIGGER episode_guests_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON episode_guests
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('episodes');
--> statement-breakpoint
CREATE TRIGGER news_media_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON news_media
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('news');
--> statement-breakpoint
-- Which media a row names in any of its texts: by their keys, as they stand in addresses (app/lib/media.ts).
CREATE FUNCTION note_media_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE texts text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM media_uses WHERE source = TG_TABLE_NAME AND row_id = OLD.id;
    RETURN NULL;
  END IF;
  texts := to_jsonb(NEW)::text;
  IF TG_OP = 'UPDATE' THEN
    IF texts NOT LIKE '%/media/%' AND to_jsonb(OLD)::text NOT LIKE '%/media/%' THEN RETURN NULL; END IF;
    DELETE FROM media_uses WHERE source = TG_TABLE_NAME AND row_id = NEW.id;
  END IF;
  IF texts LIKE '%/media/%' THEN
    INSERT INTO media_uses (medium_id, source, row_id)
      SELECT id, TG_TABLE_NAME, NEW.id FROM media
      WHERE key IN (SELECT (regexp_matches(texts, '/media/([A-Za-z0-9_-]{22})/', 'g'))[1])
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forget_media_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE source = TG_TABLE_NAME;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What belongs to an item that is gone: the kind is the trigger's argument.
CREATE FUNCTION forget_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM drafts WHERE kind = TG_ARGV[0] AND item_id = OLD.id;
  DELETE FROM revisions WHERE kind = TG_ARGV[0] AND item_id = OLD.id;
  DELETE FROM preview_links WHERE kind = TG_ARGV[0] AND item_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_forget_drafts AFTER DELETE ON episodes
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('episode');
--> statement-breakpoint
CREATE TRIGGER news_forget_drafts AFTER DELETE ON news
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('news');
--> statement-breakpoint
CREATE TRIGGER blog_posts_forget_drafts AFTER DELETE ON blog_posts
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('post');
--> statement-breakpoint
CREATE TRIGGER custom_pages_forget_drafts AFTER DELETE ON custom_pages
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('page');
--> statement-breakpoint
CREATE TRIGGER episodes_media_uses AFTER INSERT OR UPDATE OR DELETE ON episodes
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER episodes_media_uses_gone AFTER TRUNCATE ON episodes
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_uses AFTER INSERT OR UPDATE OR DELETE ON news
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_uses_gone AFTER TRUNCATE ON news
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_media_uses AFTER INSERT OR UPDATE OR DELETE ON news_media
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER news_media_media_uses_gone AFTER TRUNCATE ON news_media
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER blog_posts_media_uses AFTER INSERT OR UPDATE OR DELETE ON blog_posts
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER blog_posts_media_uses_gone AFTER TRUNCATE ON blog_posts
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER custom_pages_media_uses AFTER INSERT OR UPDATE OR DELETE ON custom_pages
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER custom_pages_media_uses_gone AFTER TRUNCATE ON custom_pages
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
CREATE TRIGGER guests_media_uses AFTER INSERT OR UPDATE OR DELETE ON guests
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER guests_media_uses_gone AFTER TRUNCATE ON guests
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
--> statement-breakpoint
-- What pages show of a medium that some of them name: its sizes once they are there, its words, its focal point.
CREATE FUNCTION purge_pages_of_medium() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM media_uses WHERE medium_id = NEW.id) THEN
    PERFORM pg_notify('cko_pages', 'all');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER media_purge AFTER UPDATE ON media FOR EACH ROW
  WHEN ((OLD.state, OLD.alt, OLD.focal_x, OLD.focal_y) IS DISTINCT FROM (NEW.state, NEW.alt, NEW.focal_x, NEW.focal_y)
    AND NEW.state IN ('ready', 'failed'))
  EXECUTE FUNCTION purge_pages_of_medium();
