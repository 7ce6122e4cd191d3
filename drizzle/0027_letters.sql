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
	CONSTRAINT "letter_recipients_once" UNIQUE("letter_id","subscriber_id"),
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
ALTER TABLE "newsletter_subscribers" DROP CONSTRAINT "newsletter_subscribers_consent_origin_known";--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "confirmation_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "topics" text[] DEFAULT '{episodes,news,letters}' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "soft_refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "suppressed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_announced_episode_id_episodes_id_fk" FOREIGN KEY ("announced_episode_id") REFERENCES "public"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_recipients_due" ON "letter_recipients" USING btree ("letter_id","due_at") WHERE "letter_recipients"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "letter_recipients_under_way" ON "letter_recipients" USING btree ("leased_until") WHERE "letter_recipients"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "letter_recipients_by_state" ON "letter_recipients" USING btree ("letter_id","state");--> statement-breakpoint
CREATE INDEX "letter_recipients_of_subscriber" ON "letter_recipients" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "letters_newest" ON "letters" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "letters_published_newest" ON "letters" USING btree ("published_at" desc,"id" desc) WHERE "letters"."is_published";--> statement-breakpoint
CREATE INDEX "letters_under_way" ON "letters" USING btree ("state","scheduled_at") WHERE "letters"."state" in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "letters_of_author" ON "letters" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "letters_search" ON "letters" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "letters_search_short" ON "letters" USING gin (short_parts("search_text"));--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_topics_known" CHECK ("newsletter_subscribers"."topics" <@ array['episodes', 'news', 'letters'] and array_position("newsletter_subscribers"."topics", null) is null);--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_soft_refusals_range" CHECK ("newsletter_subscribers"."soft_refusals" >= 0);--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_consent_origin_known" CHECK ("newsletter_subscribers"."consent_origin" in ('comment', 'form', 'import'));