CREATE TABLE "blog_posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blog_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"cover_image_url" text,
	"is_published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"author_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blog_posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "blog_posts_slug_format" CHECK ("blog_posts"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "blog_posts_title_filled" CHECK (btrim("blog_posts"."title") <> ''),
	CONSTRAINT "blog_posts_content_filled" CHECK (btrim("blog_posts"."content") <> ''),
	CONSTRAINT "blog_posts_cover_image_url_address" CHECK ("blog_posts"."cover_image_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))')
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"author_name" text NOT NULL,
	"author_email" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comments_author_name_length" CHECK (char_length("comments"."author_name") <= 100 and btrim("comments"."author_name") <> ''),
	CONSTRAINT "comments_author_email_length" CHECK (char_length("comments"."author_email") between 3 and 255),
	CONSTRAINT "comments_content_length" CHECK (char_length(btrim("comments"."content")) between 10 and 2000)
);
--> statement-breakpoint
CREATE TABLE "custom_pages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "custom_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "custom_pages_slug_format" CHECK ("custom_pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "custom_pages_title_filled" CHECK (btrim("custom_pages"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "episodes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"guest" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"youtube_url" text,
	"spotify_url" text,
	"thumbnail_url" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"guid" text,
	"audio_url" text,
	"audio_type" text,
	"audio_bytes" bigint,
	"duration_seconds" integer,
	"season" integer,
	"number" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(title || E'\n' || guest)) STORED,
	CONSTRAINT "episodes_guid_unique" UNIQUE("guid"),
	CONSTRAINT "episodes_title_filled" CHECK (btrim("episodes"."title") <> ''),
	CONSTRAINT "episodes_guid_length" CHECK (octet_length("episodes"."guid") between 1 and 2000),
	CONSTRAINT "episodes_views_range" CHECK ("episodes"."views" >= 0),
	CONSTRAINT "episodes_audio_bytes_range" CHECK ("episodes"."audio_bytes" >= 0),
	CONSTRAINT "episodes_duration_seconds_range" CHECK ("episodes"."duration_seconds" >= 0),
	CONSTRAINT "episodes_season_range" CHECK ("episodes"."season" > 0),
	CONSTRAINT "episodes_number_range" CHECK ("episodes"."number" > 0),
	CONSTRAINT "episodes_youtube_url_address" CHECK ("episodes"."youtube_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "episodes_spotify_url_address" CHECK ("episodes"."spotify_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "episodes_thumbnail_url_address" CHECK ("episodes"."thumbnail_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))'),
	CONSTRAINT "episodes_audio_url_address" CHECK ("episodes"."audio_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))')
);
--> statement-breakpoint
CREATE TABLE "feed_items" (
	"guid" text PRIMARY KEY NOT NULL,
	"episode_id" integer,
	"item" jsonb NOT NULL,
	"digest" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"episode_id" integer NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likes_episode_id_session_id_pk" PRIMARY KEY("episode_id","session_id"),
	CONSTRAINT "likes_session_id_length" CHECK (char_length("likes"."session_id") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"media_type" text DEFAULT 'article' NOT NULL,
	"media_url" text,
	"thumbnail_url" text,
	"category" text DEFAULT 'cko-news' NOT NULL,
	"external_url" text,
	"is_published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"source" text DEFAULT 'manual' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_title_filled" CHECK (btrim("news"."title") <> ''),
	CONSTRAINT "news_category_filled" CHECK (btrim("news"."category") <> ''),
	CONSTRAINT "news_media_type_known" CHECK ("news"."media_type" in ('article', 'image', 'video')),
	CONSTRAINT "news_media_url_address" CHECK ("news"."media_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))'),
	CONSTRAINT "news_thumbnail_url_address" CHECK ("news"."thumbnail_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))'),
	CONSTRAINT "news_external_url_address" CHECK ("news"."external_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))')
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_subscribers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscribers_email_length" CHECK (char_length("newsletter_subscribers"."email") between 3 and 255),
	CONSTRAINT "newsletter_subscribers_email_lower" CHECK ("newsletter_subscribers"."email" = lower("newsletter_subscribers"."email"))
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"birth_date" date,
	"country" text DEFAULT '' NOT NULL,
	CONSTRAINT "profiles_birth_date_range" CHECK ("profiles"."birth_date" >= date '1900-01-01')
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_items" ADD CONSTRAINT "feed_items_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_posts_published" ON "blog_posts" USING btree ("published_at" desc,"id" desc) WHERE "blog_posts"."is_published";--> statement-breakpoint
CREATE INDEX "blog_posts_newest" ON "blog_posts" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "comments_of_episode" ON "comments" USING btree ("episode_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "comments_newest" ON "comments" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "custom_pages_newest" ON "custom_pages" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "episodes_published" ON "episodes" USING btree ("published_at" desc,"id" desc) WHERE "episodes"."is_published";--> statement-breakpoint
CREATE INDEX "episodes_newest" ON "episodes" USING btree ("published_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "episodes_search" ON "episodes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "feed_items_episode" ON "feed_items" USING btree ("episode_id");--> statement-breakpoint
CREATE INDEX "news_published" ON "news" USING btree ("published_at" desc,"id" desc) WHERE "news"."is_published";--> statement-breakpoint
CREATE INDEX "news_published_by_category" ON "news" USING btree ("category","published_at" desc,"id" desc) WHERE "news"."is_published";--> statement-breakpoint
CREATE INDEX "news_gallery" ON "news" USING btree ("published_at" desc,"id" desc) WHERE "news"."is_published" and "news"."media_type" <> 'article';--> statement-breakpoint
CREATE INDEX "news_newest" ON "news" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_newest" ON "newsletter_subscribers" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE VIEW "public"."public_comments" AS (select "id", "episode_id", "author_name", "content", "created_at" from "comments");