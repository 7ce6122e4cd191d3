CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"birth_date" date,
	"country" text DEFAULT '' NOT NULL,
	CONSTRAINT "profiles_birth_date_range" CHECK ("profiles"."birth_date" >= date '1900-01-01')
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"digest" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
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
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"staff_since" timestamp with time zone,
	"notices" text DEFAULT 'daily' NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	"comments_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(email)) STORED,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user', 'moderator', 'admin')),
	CONSTRAINT "users_notices_known" CHECK ("users"."notices" in ('now', 'daily', 'never')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_email_length" CHECK (char_length("users"."email") between 3 and 255)
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"is_starter" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(title)) STORED,
	CONSTRAINT "blog_posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "blog_posts_slug_format" CHECK ("blog_posts"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "blog_posts_title_filled" CHECK (btrim("blog_posts"."title") <> ''),
	CONSTRAINT "blog_posts_content_filled" CHECK (btrim("blog_posts"."content") <> ''),
	CONSTRAINT "blog_posts_cover_image_url_address" CHECK ("blog_posts"."cover_image_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))')
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
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(title)) STORED,
	CONSTRAINT "custom_pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "custom_pages_slug_format" CHECK ("custom_pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "custom_pages_title_filled" CHECK (btrim("custom_pages"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "episodes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"guest" text DEFAULT '' NOT NULL,
	"has_no_guest" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"youtube_url" text,
	"spotify_url" text,
	"thumbnail_url" text,
	"is_published" boolean DEFAULT true NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"guid" text,
	"audio_url" text,
	"audio_type" text,
	"audio_bytes" bigint,
	"duration_seconds" integer,
	"subtitle" text DEFAULT '' NOT NULL,
	"type" text DEFAULT 'full' NOT NULL,
	"is_explicit" boolean DEFAULT false NOT NULL,
	"comments_open" text DEFAULT 'automatic' NOT NULL,
	"credits" text DEFAULT '' NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"chapters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"soundbites" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"season" integer,
	"number" integer,
	"given_number" integer,
	"is_starter" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(title || E'\n' || guest)) STORED,
	CONSTRAINT "episodes_guid_unique" UNIQUE("guid"),
	CONSTRAINT "episodes_title_filled" CHECK (btrim("episodes"."title") <> ''),
	CONSTRAINT "episodes_no_guest" CHECK (not "episodes"."has_no_guest" or "episodes"."guest" = ''),
	CONSTRAINT "episodes_guid_length" CHECK (octet_length("episodes"."guid") between 1 and 2000),
	CONSTRAINT "episodes_audio_bytes_range" CHECK ("episodes"."audio_bytes" >= 0),
	CONSTRAINT "episodes_duration_seconds_range" CHECK ("episodes"."duration_seconds" >= 0),
	CONSTRAINT "episodes_type_known" CHECK ("episodes"."type" in ('full', 'trailer', 'bonus')),
	CONSTRAINT "episodes_comments_open_known" CHECK ("episodes"."comments_open" in ('automatic', 'open', 'closed')),
	CONSTRAINT "episodes_chapters_list" CHECK (jsonb_typeof("episodes"."chapters") = 'array'),
	CONSTRAINT "episodes_soundbites_list" CHECK (jsonb_typeof("episodes"."soundbites") = 'array'),
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
CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"media_type" text DEFAULT 'article' NOT NULL,
	"media_url" text,
	"thumbnail_url" text,
	"media_caption" text DEFAULT '' NOT NULL,
	"category" text DEFAULT 'cko-news' NOT NULL,
	"external_url" text,
	"is_published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"source" text DEFAULT 'manual' NOT NULL,
	"is_starter" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(title)) STORED,
	CONSTRAINT "news_title_filled" CHECK (btrim("news"."title") <> ''),
	CONSTRAINT "news_category_filled" CHECK (btrim("news"."category") <> ''),
	CONSTRAINT "news_media_type_known" CHECK ("news"."media_type" in ('article', 'image', 'video')),
	CONSTRAINT "news_media_url_address" CHECK ("news"."media_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))'),
	CONSTRAINT "news_thumbnail_url_address" CHECK ("news"."thumbnail_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))'),
	CONSTRAINT "news_external_url_address" CHECK ("news"."external_url" ~* '^(https?://[^[:space:]]|/([^/\\]|$))')
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
CREATE TABLE "file_copies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_copies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"part" text NOT NULL,
	"source" text NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"is_doubtful" boolean DEFAULT false NOT NULL,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"received" bigint DEFAULT 0 NOT NULL,
	"total" bigint,
	"etag" text,
	"last_modified" text,
	"medium_id" integer,
	"before" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_copies_part" UNIQUE("episode_id","part"),
	CONSTRAINT "file_copies_part_known" CHECK ("file_copies"."part" in ('sound', 'picture')),
	CONSTRAINT "file_copies_state_known" CHECK ("file_copies"."state" in ('waiting', 'working', 'preparing', 'done', 'failed', 'undone')),
	CONSTRAINT "file_copies_source_address" CHECK ("file_copies"."source" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "file_copies_received_range" CHECK ("file_copies"."received" >= 0),
	CONSTRAINT "file_copies_attempts_range" CHECK ("file_copies"."attempts" >= 0)
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
	CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" in ('episode', 'news', 'post', 'page', 'letter'))
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
	CONSTRAINT "preview_links_kind_known" CHECK ("preview_links"."kind" in ('episode', 'news', 'post', 'page', 'letter')),
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
	CONSTRAINT "revisions_kind_known" CHECK ("revisions"."kind" in ('episode', 'news', 'post', 'page', 'letter'))
);
--> statement-breakpoint
CREATE TABLE "feed_words" (
	"episode_id" integer PRIMARY KEY NOT NULL,
	"transcript_url" text,
	"chapters_url" text,
	"transcript_digest" text,
	"chapters_digest" text,
	"due_at" timestamp with time zone DEFAULT now(),
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"failure" text DEFAULT '' NOT NULL,
	CONSTRAINT "feed_words_transcript_address" CHECK ("feed_words"."transcript_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "feed_words_chapters_address" CHECK ("feed_words"."chapters_url" ~* '^https?://[^[:space:]]')
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_automatic" boolean DEFAULT true NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"image_url" text,
	"website_url" text,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ttl_minutes" integer,
	"etag" text,
	"last_modified" text,
	"digest" text,
	"due_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	"succeeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_count" integer DEFAULT 0 NOT NULL,
	"updated_count" integer DEFAULT 0 NOT NULL,
	"unchanged_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"arrived_at" timestamp with time zone,
	"arrived_count" integer DEFAULT 0 NOT NULL,
	"arrivals" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "feeds_url_unique" UNIQUE("url"),
	CONSTRAINT "feeds_url_address" CHECK ("feeds"."url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "feeds_url_length" CHECK (octet_length("feeds"."url") <= 2000),
	CONSTRAINT "feeds_image_url_address" CHECK ("feeds"."image_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "feeds_website_url_address" CHECK ("feeds"."website_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "feeds_failures_range" CHECK ("feeds"."failures" >= 0)
);
--> statement-breakpoint
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
CREATE TABLE "letter_lanes" (
	"number" integer PRIMARY KEY NOT NULL,
	"lease" uuid NOT NULL,
	"leased_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_pace" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone,
	"holds" integer DEFAULT 0 NOT NULL,
	"failure" jsonb,
	CONSTRAINT "letter_pace_once" CHECK ("letter_pace"."id")
);
--> statement-breakpoint
CREATE TABLE "letter_recipients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"letter_id" integer NOT NULL,
	"subscriber_id" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"failure" jsonb,
	"ended_at" timestamp with time zone,
	"came_back" text,
	"came_back_at" timestamp with time zone,
	CONSTRAINT "letter_recipients_once" UNIQUE("letter_id","subscriber_id"),
	CONSTRAINT "letter_recipients_came_back_known" CHECK ("letter_recipients"."came_back" in ('hard', 'soft', 'blocked', 'complaint')),
	CONSTRAINT "letter_recipients_came_back_dated" CHECK (("letter_recipients"."came_back" is null) = ("letter_recipients"."came_back_at" is null)),
	CONSTRAINT "letter_recipients_state_known" CHECK ("letter_recipients"."state" in ('waiting', 'sending', 'sent', 'refused', 'uncertain', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"preview_text" text DEFAULT '' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"topic" text DEFAULT 'letters' NOT NULL,
	"is_archived" boolean DEFAULT true NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"is_published" boolean GENERATED ALWAYS AS (is_archived and published_at is not null) STORED NOT NULL,
	"addressed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"halt" jsonb,
	"sent_html" text,
	"sent_text" text,
	"announced_episode_id" integer,
	"digest_of" text,
	"author_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(title)) STORED,
	CONSTRAINT "letters_announced_episode_id_unique" UNIQUE("announced_episode_id"),
	CONSTRAINT "letters_digest_of_unique" UNIQUE("digest_of"),
	CONSTRAINT "letters_title_filled" CHECK (btrim("letters"."title") <> ''),
	CONSTRAINT "letters_topic_known" CHECK ("letters"."topic" in ('episodes', 'news', 'letters')),
	CONSTRAINT "letters_state_known" CHECK ("letters"."state" in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped')),
	CONSTRAINT "letters_scheduled" CHECK ("letters"."state" <> 'scheduled' or "letters"."scheduled_at" is not null),
	CONSTRAINT "letters_published" CHECK (("letters"."state" in ('draft', 'scheduled')) = ("letters"."published_at" is null)),
	CONSTRAINT "letters_ended" CHECK (("letters"."state" in ('sent', 'stopped')) = ("letters"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "mail_outcomes" (
	"outcome" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"failure" jsonb,
	CONSTRAINT "mail_outcomes_outcome_known" CHECK ("mail_outcomes"."outcome" in ('sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"unsubscribe_url" text,
	"follows" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone,
	"failure" jsonb
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
CREATE TABLE "media_captions" (
	"medium_id" integer NOT NULL,
	"language" text NOT NULL,
	"cues" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_captions_medium_id_language_pk" PRIMARY KEY("medium_id","language"),
	CONSTRAINT "media_captions_language_format" CHECK ("media_captions"."language" ~ '^[a-z]{2}$'),
	CONSTRAINT "media_captions_cues_list" CHECK (jsonb_typeof("media_captions"."cues") = 'array')
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
	CONSTRAINT "media_files_path_format" CHECK (char_length("media_files"."path") <= 500 and position('\' in "media_files"."path") = 0
        and "media_files"."path" ~ '^[^./[:cntrl:]][^/[:cntrl:]]{0,254}(/[^./[:cntrl:]][^/[:cntrl:]]{0,254})*$'),
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
CREATE TABLE "contact_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"thread_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(name || E'\n' || email || E'\n' || subject || E'\n' || message)) STORED,
	CONSTRAINT "contact_messages_name_length" CHECK (char_length("contact_messages"."name") <= 100 and btrim("contact_messages"."name") <> ''),
	CONSTRAINT "contact_messages_email_length" CHECK (char_length("contact_messages"."email") between 3 and 255),
	CONSTRAINT "contact_messages_subject_length" CHECK (char_length("contact_messages"."subject") <= 200 and btrim("contact_messages"."subject") <> ''),
	CONSTRAINT "contact_messages_message_length" CHECK (char_length("contact_messages"."message") <= 5000 and btrim("contact_messages"."message") <> '')
);
--> statement-breakpoint
CREATE TABLE "message_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" integer NOT NULL,
	"text" text NOT NULL,
	"written_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"ended_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "message_replies_text_length" CHECK (char_length("message_replies"."text") <= 5000 and btrim("message_replies"."text") <> ''),
	CONSTRAINT "message_replies_outcome_known" CHECK ("message_replies"."outcome" in ('sent', 'outbox', 'failed')),
	CONSTRAINT "message_replies_ended" CHECK (("message_replies"."outcome" is null) = ("message_replies"."ended_at" is null))
);
--> statement-breakpoint
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
CREATE TABLE "search_documents" (
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"year" integer,
	"title" text NOT NULL,
	"names" text NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_kind_item_id_pk" PRIMARY KEY("kind","item_id"),
	CONSTRAINT "search_documents_kind_known" CHECK ("search_documents"."kind" in ('episode', 'news', 'post', 'page', 'letter'))
);
--> statement-breakpoint
CREATE TABLE "search_uncounted" (
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"is_new" boolean NOT NULL,
	CONSTRAINT "search_uncounted_kind_item_id_pk" PRIMARY KEY("kind","item_id"),
	CONSTRAINT "search_uncounted_kind_known" CHECK ("search_uncounted"."kind" in ('episode', 'news', 'post', 'page', 'letter'))
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"documents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcript_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcript_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transcript_id" integer NOT NULL,
	"cues" jsonb NOT NULL,
	"saved_by" text,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transcript_versions_cues_list" CHECK (jsonb_typeof("transcript_versions"."cues") = 'array')
);
--> statement-breakpoint
CREATE TABLE "transcriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"progress" integer,
	"ended_at" timestamp with time zone,
	"failure" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"cues" jsonb,
	CONSTRAINT "transcriptions_of_episode" UNIQUE("episode_id"),
	CONSTRAINT "transcriptions_state_known" CHECK ("transcriptions"."state" in ('waiting', 'working', 'done', 'failed', 'cancelled')),
	CONSTRAINT "transcriptions_progress_range" CHECK ("transcriptions"."progress" between 0 and 100),
	CONSTRAINT "transcriptions_cues_list" CHECK (jsonb_typeof("transcriptions"."cues") = 'array')
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcripts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"cues" jsonb NOT NULL,
	"text" text NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"source" text DEFAULT 'text' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "transcripts_of_episode" UNIQUE("episode_id"),
	CONSTRAINT "transcripts_cues_list" CHECK (jsonb_typeof("transcripts"."cues") = 'array'),
	CONSTRAINT "transcripts_source_known" CHECK ("transcripts"."source" in ('text', 'address', 'feed', 'command'))
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_kind_known" CHECK ("blocks"."kind" in ('email', 'word')),
	CONSTRAINT "blocks_value_length" CHECK (char_length("blocks"."value") <= 255 and btrim("blocks"."value") <> '')
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"parent_id" integer,
	"thread_id" integer GENERATED ALWAYS AS (case when parent_id is null then id end) STORED,
	"is_podcast" boolean DEFAULT false NOT NULL,
	"written_by" text,
	"author_name" text NOT NULL,
	"author_email" text,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'visible' NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"search_text" text GENERATED ALWAYS AS (searchable(author_name || E'\n' || content)) STORED,
	CONSTRAINT "comments_thread" UNIQUE("thread_id","episode_id"),
	CONSTRAINT "comments_podcast_replies" CHECK ("comments"."parent_id" is not null or not "comments"."is_podcast"),
	CONSTRAINT "comments_removed_keeps_place" CHECK ("comments"."parent_id" is null or "comments"."status" <> 'removed'),
	CONSTRAINT "comments_author_name_length" CHECK (case when "comments"."is_podcast" or "comments"."status" = 'removed' then "comments"."author_name" = ''
        else char_length("comments"."author_name") <= 100 and btrim("comments"."author_name") <> '' end),
	CONSTRAINT "comments_author_email_known" CHECK (("comments"."author_email" is null) = ("comments"."is_podcast" or "comments"."status" = 'removed')),
	CONSTRAINT "comments_author_email_length" CHECK (char_length("comments"."author_email") between 3 and 255),
	CONSTRAINT "comments_author_email_lower" CHECK ("comments"."author_email" = lower("comments"."author_email")),
	CONSTRAINT "comments_content_length" CHECK (case when "comments"."status" = 'removed' then "comments"."content" = ''
        else char_length(btrim("comments"."content")) between case when "comments"."is_podcast" then 1 else 10 end and 2000 end),
	CONSTRAINT "comments_status_known" CHECK ("comments"."status" in ('visible', 'pending', 'hidden', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "episode_counts" (
	"episode_id" integer PRIMARY KEY NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "episode_counts_views_range" CHECK ("episode_counts"."views" >= 0)
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
CREATE TABLE "newsletter_subscribers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_subscribers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consented_at" timestamp with time zone,
	"consent_origin" text,
	"consent_wording" text,
	"confirmed_at" timestamp with time zone,
	"confirmation_asked_at" timestamp with time zone,
	"topics" text[] DEFAULT '{episodes,news,letters}' NOT NULL,
	"soft_refusals" integer DEFAULT 0 NOT NULL,
	"suppressed_at" timestamp with time zone,
	"import_id" integer,
	"unsubscribed_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (searchable(email || E'\n' || name)) STORED,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscribers_email_length" CHECK (char_length("newsletter_subscribers"."email") between 3 and 255),
	CONSTRAINT "newsletter_subscribers_email_lower" CHECK ("newsletter_subscribers"."email" = lower("newsletter_subscribers"."email")),
	CONSTRAINT "newsletter_subscribers_consent_origin_known" CHECK ("newsletter_subscribers"."consent_origin" in ('comment', 'form', 'import')),
	CONSTRAINT "newsletter_subscribers_topics_known" CHECK ("newsletter_subscribers"."topics" <@ array['episodes', 'news', 'letters'] and array_position("newsletter_subscribers"."topics", null) is null),
	CONSTRAINT "newsletter_subscribers_soft_refusals_range" CHECK ("newsletter_subscribers"."soft_refusals" >= 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_pages" ADD CONSTRAINT "custom_pages_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_items" ADD CONSTRAINT "feed_items_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_media" ADD CONSTRAINT "news_media_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_copies" ADD CONSTRAINT "file_copies_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_copies" ADD CONSTRAINT "file_copies_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_words" ADD CONSTRAINT "feed_words_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_guests" ADD CONSTRAINT "episode_guests_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_guests" ADD CONSTRAINT "episode_guests_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_announced_episode_id_episodes_id_fk" FOREIGN KEY ("announced_episode_id") REFERENCES "public"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_captions" ADD CONSTRAINT "media_captions_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uses" ADD CONSTRAINT "media_uses_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_import_rows" ADD CONSTRAINT "subscriber_import_rows_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect_hits" ADD CONSTRAINT "redirect_hits_redirect_id_redirects_id_fk" FOREIGN KEY ("redirect_id") REFERENCES "public"."redirects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_versions" ADD CONSTRAINT "transcript_versions_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_versions" ADD CONSTRAINT "transcript_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_counts" ADD CONSTRAINT "episode_counts_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_of_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "invitations_of_admin" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_of_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id","updated_at" desc);--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("id") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search_short" ON "users" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_log_latest" ON "audit_log" USING btree ("at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_actor_by_kind" ON "audit_log" USING btree ("actor","kind","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_kind" ON "audit_log" USING btree ("kind","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_item" ON "audit_log" USING btree ("kind","item_id","at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_of_account" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_log_naming" ON "audit_log" USING gin ("addresses") WHERE "audit_log"."addresses" <> '{}';--> statement-breakpoint
CREATE INDEX "blog_posts_published" ON "blog_posts" USING btree ("published_at" desc,"id" desc) WHERE "blog_posts"."is_published";--> statement-breakpoint
CREATE INDEX "blog_posts_newest" ON "blog_posts" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "blog_posts_unpublished" ON "blog_posts" USING btree ("updated_at" desc,"id" desc) WHERE not "blog_posts"."is_published";--> statement-breakpoint
CREATE INDEX "blog_posts_of_author" ON "blog_posts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "blog_posts_starter" ON "blog_posts" USING btree ("id") WHERE "blog_posts"."is_starter";--> statement-breakpoint
CREATE INDEX "blog_posts_search" ON "blog_posts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "blog_posts_search_short" ON "blog_posts" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "custom_pages_newest" ON "custom_pages" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "custom_pages_unpublished" ON "custom_pages" USING btree ("updated_at" desc,"id" desc) WHERE not "custom_pages"."is_published";--> statement-breakpoint
CREATE INDEX "custom_pages_of_author" ON "custom_pages" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "custom_pages_search" ON "custom_pages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "custom_pages_search_short" ON "custom_pages" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "episodes_published" ON "episodes" USING btree ("published_at" desc,"id" desc) WHERE "episodes"."is_published";--> statement-breakpoint
CREATE INDEX "episodes_newest" ON "episodes" USING btree ("published_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "episodes_unpublished" ON "episodes" USING btree ("updated_at" desc,"id" desc) WHERE not "episodes"."is_published";--> statement-breakpoint
CREATE INDEX "episodes_rounds" ON "episodes" USING btree (coalesce("season", 0),"number");--> statement-breakpoint
CREATE INDEX "episodes_audio" ON "episodes" USING btree (md5("audio_url"));--> statement-breakpoint
CREATE INDEX "episodes_title_and_day" ON "episodes" USING btree (md5(title_key("title")),(("published_at" at time zone 'Europe/Paris')::date));--> statement-breakpoint
CREATE INDEX "episodes_starter" ON "episodes" USING btree ("id") WHERE "episodes"."is_starter";--> statement-breakpoint
CREATE INDEX "episodes_search" ON "episodes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "episodes_search_short" ON "episodes" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "feed_items_episode" ON "feed_items" USING btree ("episode_id");--> statement-breakpoint
CREATE INDEX "news_published" ON "news" USING btree ("published_at" desc,"id" desc) WHERE "news"."is_published";--> statement-breakpoint
CREATE INDEX "news_published_by_category" ON "news" USING btree ("category","published_at" desc,"id" desc) WHERE "news"."is_published";--> statement-breakpoint
CREATE INDEX "news_gallery" ON "news" USING btree ("published_at" desc,"id" desc) WHERE "news"."is_published" and "news"."media_type" <> 'article';--> statement-breakpoint
CREATE INDEX "news_gallery_by_category" ON "news" USING btree ("category","published_at" desc,"id" desc) WHERE "news"."is_published" and "news"."media_type" <> 'article';--> statement-breakpoint
CREATE INDEX "news_newest" ON "news" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "news_unpublished" ON "news" USING btree ("updated_at" desc,"id" desc) WHERE not "news"."is_published";--> statement-breakpoint
CREATE INDEX "news_starter" ON "news" USING btree ("id") WHERE "news"."is_starter";--> statement-breakpoint
CREATE INDEX "news_search" ON "news" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_search_short" ON "news" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "file_copies_queue" ON "file_copies" USING btree ("id") WHERE "file_copies"."state" in ('waiting', 'working', 'preparing');--> statement-breakpoint
CREATE INDEX "file_copies_of_medium" ON "file_copies" USING btree ("medium_id");--> statement-breakpoint
CREATE INDEX "file_copies_source" ON "file_copies" USING btree (md5("source"));--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_of_item" ON "drafts" USING btree ("kind","item_id","user_id") WHERE "drafts"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "drafts_of_user" ON "drafts" USING btree ("user_id","kind","updated_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "preview_links_of_item" ON "preview_links" USING btree ("kind","item_id");--> statement-breakpoint
CREATE INDEX "preview_links_of_draft" ON "preview_links" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "preview_links_of_creator" ON "preview_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "revisions_of_item" ON "revisions" USING btree ("kind","item_id","id" desc);--> statement-breakpoint
CREATE INDEX "revisions_of_author" ON "revisions" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "feed_words_due" ON "feed_words" USING btree ("due_at","episode_id");--> statement-breakpoint
CREATE INDEX "episode_guests_of_guest" ON "episode_guests" USING btree ("guest_id","episode_id");--> statement-breakpoint
CREATE INDEX "guests_by_name" ON "guests" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "guests_name_key" ON "guests" USING btree (md5(title_key("name")));--> statement-breakpoint
CREATE INDEX "guests_search" ON "guests" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "guests_search_short" ON "guests" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "letter_recipients_due" ON "letter_recipients" USING btree ("letter_id","due_at") WHERE "letter_recipients"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "letter_recipients_under_way" ON "letter_recipients" USING btree ("leased_until") WHERE "letter_recipients"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "letter_recipients_uncertain" ON "letter_recipients" USING btree ("letter_id") WHERE "letter_recipients"."state" = 'uncertain' and "letter_recipients"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "letter_recipients_by_state" ON "letter_recipients" USING btree ("letter_id","state");--> statement-breakpoint
CREATE INDEX "letter_recipients_latest" ON "letter_recipients" USING btree ("letter_id","ended_at" desc) WHERE "letter_recipients"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "letter_recipients_of_subscriber" ON "letter_recipients" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "letter_recipients_came_back" ON "letter_recipients" USING btree ("letter_id","came_back") WHERE "letter_recipients"."came_back" is not null;--> statement-breakpoint
CREATE INDEX "letters_newest" ON "letters" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "letters_published_newest" ON "letters" USING btree ("published_at" desc,"id" desc) WHERE "letters"."is_published";--> statement-breakpoint
CREATE INDEX "letters_under_way" ON "letters" USING btree ("state","scheduled_at") WHERE "letters"."state" in ('scheduled', 'sending', 'paused');--> statement-breakpoint
CREATE INDEX "letters_drafts" ON "letters" USING btree ("updated_at" desc,"id" desc) WHERE "letters"."state" = 'draft';--> statement-breakpoint
CREATE INDEX "letters_of_author" ON "letters" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "letters_search" ON "letters" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "letters_search_short" ON "letters" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE "mails"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("failed_at" desc,"id" desc) WHERE "mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_of_recipient" ON "mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "mails_of_sender" ON "mails" USING btree ("reply_to") WHERE "mails"."reply_to" is not null;--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "media_newest_by_kind" ON "media" USING btree ("kind","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "media_queue" ON "media" USING btree ("id") WHERE "media"."state" in ('waiting', 'working');--> statement-breakpoint
CREATE INDEX "media_failed" ON "media" USING btree ("id") WHERE "media"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "media_of_creator" ON "media" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "media_search" ON "media" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "media_search_short" ON "media" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "media_uses_of_row" ON "media_uses" USING btree ("source","row_id");--> statement-breakpoint
CREATE INDEX "uploads_of_user" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_oldest" ON "uploads" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "uploads_of_medium" ON "uploads" USING btree ("medium_id");--> statement-breakpoint
CREATE INDEX "contact_messages_inbox" ON "contact_messages" USING btree (("read_at" is null) desc,"created_at" desc,"id" desc) WHERE "contact_messages"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_archive" ON "contact_messages" USING btree (("read_at" is null) desc,"created_at" desc,"id" desc) WHERE "contact_messages"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_waiting" ON "contact_messages" USING btree ("created_at" desc,"id" desc) WHERE "contact_messages"."archived_at" is null and "contact_messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_of_sender" ON "contact_messages" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "message_replies_of_message" ON "message_replies" USING btree ("message_id","created_at","id");--> statement-breakpoint
CREATE INDEX "message_replies_by_writer" ON "message_replies" USING btree ("written_by") WHERE "message_replies"."written_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_replies_once" ON "message_replies" USING btree ("message_id",md5("text"));--> statement-breakpoint
CREATE INDEX "leaving_reasons_newest" ON "leaving_reasons" USING btree ("day" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "subscriber_figures_by_day" ON "subscriber_figures" USING btree ("day","joined","gone");--> statement-breakpoint
CREATE INDEX "subscriber_imports_newest" ON "subscriber_imports" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "missing_paths_by_hits" ON "missing_paths" USING btree ("hits" desc,"last_seen_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "redirects_search" ON "redirects" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_documents_titles" ON "search_documents" USING gin ("title_words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "search_documents" USING gin ("words") WITH (fastupdate=true);--> statement-breakpoint
CREATE INDEX "search_documents_by_date" ON "search_documents" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "search_vocabulary_like" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "transcript_versions_of_transcript" ON "transcript_versions" USING btree ("transcript_id","id" desc);--> statement-breakpoint
CREATE INDEX "transcript_versions_of_author" ON "transcript_versions" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "transcriptions_of_asker" ON "transcriptions" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "transcriptions_open" ON "transcriptions" USING btree ("asked_at","id") WHERE "transcriptions"."state" in ('waiting', 'working');--> statement-breakpoint
CREATE UNIQUE INDEX "blocks_once" ON "blocks" USING btree ("kind","value");--> statement-breakpoint
CREATE INDEX "comments_of_episode" ON "comments" USING btree ("episode_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "comments_threads_of_episode" ON "comments" USING btree ("episode_id","created_at" desc,"id" desc) WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","created_at","id","status") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_by_writer" ON "comments" USING btree ("written_by") WHERE "comments"."written_by" is not null;--> statement-breakpoint
CREATE INDEX "comments_newest" ON "comments" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "comments_of_author" ON "comments" USING btree ("author_email");--> statement-breakpoint
CREATE INDEX "comments_by_status" ON "comments" USING btree ("status","created_at" desc,"id" desc) WHERE "comments"."status" <> 'visible';--> statement-breakpoint
CREATE INDEX "comments_of_episode_by_status" ON "comments" USING btree ("episode_id","status","created_at" desc,"id" desc) WHERE "comments"."status" <> 'visible';--> statement-breakpoint
CREATE UNIQUE INDEX "comments_once" ON "comments" USING btree ("episode_id","author_email",coalesce("parent_id", 0),md5("content"));--> statement-breakpoint
CREATE UNIQUE INDEX "comments_podcast_once" ON "comments" USING btree ("parent_id",md5("content")) WHERE "comments"."is_podcast";--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_newest" ON "newsletter_subscribers" USING btree ("created_at" desc,"id" desc) WHERE "newsletter_subscribers"."unsubscribed_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_left" ON "newsletter_subscribers" USING btree ("unsubscribed_at") WHERE "newsletter_subscribers"."unsubscribed_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_unconfirmed" ON "newsletter_subscribers" USING btree ("created_at" desc,"id" desc) WHERE "newsletter_subscribers"."unsubscribed_at" is null and "newsletter_subscribers"."suppressed_at" is null and "newsletter_subscribers"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_suppressed" ON "newsletter_subscribers" USING btree ("created_at" desc,"id" desc) WHERE "newsletter_subscribers"."unsubscribed_at" is null and "newsletter_subscribers"."suppressed_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_asked" ON "newsletter_subscribers" USING btree ("confirmation_asked_at" desc);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_of_import" ON "newsletter_subscribers" USING btree ("import_id") WHERE "newsletter_subscribers"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_search" ON "newsletter_subscribers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_search_short" ON "newsletter_subscribers" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE VIEW "public"."public_comments" AS (select "id", "episode_id", "parent_id", "is_podcast", case when "comments"."status" = 'visible' then "author_name" else '' end as "author_name", case when "comments"."status" = 'visible' then "content" end as "content", "created_at" from "comments" where "comments"."status" = 'visible' or ("comments"."parent_id" is null and (select true from comments reply
        where reply.parent_id = "comments"."id" and reply.status = 'visible' limit 1)));