ALTER TABLE "blog_posts" ADD COLUMN "is_starter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "is_starter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "is_starter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "blog_posts_starter" ON "blog_posts" USING btree ("id") WHERE "blog_posts"."is_starter";--> statement-breakpoint
CREATE INDEX "episodes_starter" ON "episodes" USING btree ("id") WHERE "episodes"."is_starter";--> statement-breakpoint
CREATE INDEX "news_starter" ON "news" USING btree ("id") WHERE "news"."is_starter";