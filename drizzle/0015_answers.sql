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
DROP VIEW "public"."public_comments";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_author_name_length";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_content_length";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_status_known";--> statement-breakpoint
DROP INDEX "comments_once";--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "author_email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "parent_id" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "thread_id" integer GENERATED ALWAYS AS (case when parent_id is null then id end) STORED;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_podcast" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "written_by" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "thread_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "follows" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_replies_of_message" ON "message_replies" USING btree ("message_id","created_at","id");--> statement-breakpoint
CREATE INDEX "message_replies_by_writer" ON "message_replies" USING btree ("written_by") WHERE "message_replies"."written_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_replies_once" ON "message_replies" USING btree ("message_id",md5("text"));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_threads_of_episode" ON "comments" USING btree ("episode_id","created_at" desc,"id" desc) WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","created_at","id","status") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_by_writer" ON "comments" USING btree ("written_by") WHERE "comments"."written_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_podcast_once" ON "comments" USING btree ("parent_id",md5("content")) WHERE "comments"."is_podcast";--> statement-breakpoint
CREATE UNIQUE INDEX "comments_once" ON "comments" USING btree ("episode_id","author_email",coalesce("parent_id", 0),md5("content"));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_thread" UNIQUE("thread_id","episode_id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_podcast_replies" CHECK ("comments"."parent_id" is not null or not "comments"."is_podcast");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_removed_keeps_place" CHECK ("comments"."parent_id" is null or "comments"."status" <> 'removed');--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_email_known" CHECK (("comments"."author_email" is null) = ("comments"."is_podcast" or "comments"."status" = 'removed'));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_name_length" CHECK (case when "comments"."is_podcast" or "comments"."status" = 'removed' then "comments"."author_name" = ''
        else char_length("comments"."author_name") <= 100 and btrim("comments"."author_name") <> '' end);--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_content_length" CHECK (case when "comments"."status" = 'removed' then "comments"."content" = ''
        else char_length(btrim("comments"."content")) between case when "comments"."is_podcast" then 1 else 10 end and 2000 end);--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_status_known" CHECK ("comments"."status" in ('visible', 'pending', 'hidden', 'removed'));--> statement-breakpoint
CREATE VIEW "public"."public_comments" AS (select "id", "episode_id", "parent_id", "is_podcast", case when "comments"."status" = 'visible' then "author_name" else '' end as "author_name", case when "comments"."status" = 'visible' then "content" end as "content", "created_at" from "comments" where "comments"."status" = 'visible' or ("comments"."parent_id" is null and (select true from comments reply
        where reply.parent_id = "comments"."id" and reply.status = 'visible' limit 1)));--> statement-breakpoint
-- by hand
-- One level, and the same episode: a reply has no thread_id, so that nothing can refer to it.
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_fk" FOREIGN KEY ("parent_id","episode_id")
  REFERENCES "comments"("thread_id","episode_id") ON DELETE CASCADE;
