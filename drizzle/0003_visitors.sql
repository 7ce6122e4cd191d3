CREATE TABLE "blocks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_kind_known" CHECK ("blocks"."kind" in ('email', 'word')),
	CONSTRAINT "blocks_value_length" CHECK (char_length("blocks"."value") <= 255 and btrim("blocks"."value") <> '')
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
	CONSTRAINT "contact_messages_name_length" CHECK (char_length("contact_messages"."name") <= 100 and btrim("contact_messages"."name") <> ''),
	CONSTRAINT "contact_messages_email_length" CHECK (char_length("contact_messages"."email") between 3 and 255),
	CONSTRAINT "contact_messages_subject_length" CHECK (char_length("contact_messages"."subject") <= 200 and btrim("contact_messages"."subject") <> ''),
	CONSTRAINT "contact_messages_message_length" CHECK (char_length("contact_messages"."message") <= 5000 and btrim("contact_messages"."message") <> '')
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"unsubscribe_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP VIEW "public"."public_comments";--> statement-breakpoint
DROP INDEX "newsletter_subscribers_newest";--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "created_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "status" text DEFAULT 'visible' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "consented_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "consent_origin" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "consent_wording" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "comments" SET "author_email" = lower("author_email");--> statement-breakpoint
DELETE FROM "comments" a USING "comments" b WHERE a."id" > b."id" AND a."episode_id" = b."episode_id" AND a."author_email" = b."author_email" AND a."content" = b."content";--> statement-breakpoint
CREATE UNIQUE INDEX "blocks_once" ON "blocks" USING btree ("kind","value");--> statement-breakpoint
CREATE INDEX "contact_messages_inbox" ON "contact_messages" USING btree (("read_at" is null) desc,"created_at" desc,"id" desc) WHERE "contact_messages"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_of_sender" ON "contact_messages" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin (searchable("name" || E'\n' || "email" || E'\n' || "subject" || E'\n' || "message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "mails_of_recipient" ON "mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "comments_of_author" ON "comments" USING btree ("author_email");--> statement-breakpoint
CREATE INDEX "comments_by_status" ON "comments" USING btree ("status","created_at" desc,"id" desc) WHERE "comments"."status" <> 'visible';--> statement-breakpoint
CREATE UNIQUE INDEX "comments_once" ON "comments" USING btree ("episode_id","author_email",md5("content"));--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin (searchable("author_name" || E'\n' || "content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_newest" ON "newsletter_subscribers" USING btree ("created_at" desc,"id" desc) WHERE "newsletter_subscribers"."unsubscribed_at" is null;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_email_lower" CHECK ("comments"."author_email" = lower("comments"."author_email"));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_status_known" CHECK ("comments"."status" in ('visible', 'pending', 'hidden'));--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_consent_origin_known" CHECK ("newsletter_subscribers"."consent_origin" in ('comment', 'form'));--> statement-breakpoint
CREATE VIEW "public"."public_comments" AS (select "id", "episode_id", "author_name", "content", "created_at" from "comments" where "comments"."status" = 'visible');