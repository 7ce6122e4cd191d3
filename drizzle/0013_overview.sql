CREATE TABLE "mail_outcomes" (
	"outcome" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"failure" jsonb,
	CONSTRAINT "mail_outcomes_outcome_known" CHECK ("mail_outcomes"."outcome" in ('sent', 'failed'))
);
--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failure" jsonb;--> statement-breakpoint
CREATE INDEX "blog_posts_unpublished" ON "blog_posts" USING btree ("updated_at" desc,"id" desc) WHERE not "blog_posts"."is_published";--> statement-breakpoint
CREATE INDEX "custom_pages_unpublished" ON "custom_pages" USING btree ("updated_at" desc,"id" desc) WHERE not "custom_pages"."is_published";--> statement-breakpoint
CREATE INDEX "episodes_unpublished" ON "episodes" USING btree ("updated_at" desc,"id" desc) WHERE not "episodes"."is_published";--> statement-breakpoint
CREATE INDEX "news_unpublished" ON "news" USING btree ("updated_at" desc,"id" desc) WHERE not "news"."is_published";--> statement-breakpoint
CREATE INDEX "media_failed" ON "media" USING btree ("id") WHERE "media"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("failed_at" desc,"id" desc) WHERE "mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE "mails"."failed_at" is null;