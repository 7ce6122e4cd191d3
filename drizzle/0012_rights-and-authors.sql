ALTER TABLE "invitations" ADD COLUMN "rights" text[] DEFAULT '{"moderate"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "display_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "rights" text[] DEFAULT '{"moderate"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "review_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "custom_pages" ADD COLUMN "review_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "author_id" text;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "review_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "author_id" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "review_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_posts_in_review" ON "blog_posts" USING btree ("id") WHERE "blog_posts"."review_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "custom_pages_in_review" ON "custom_pages" USING btree ("id") WHERE "custom_pages"."review_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "episodes_in_review" ON "episodes" USING btree ("id") WHERE "episodes"."review_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "episodes_of_author" ON "episodes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "news_in_review" ON "news" USING btree ("id") WHERE "news"."review_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "news_of_author" ON "news" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_rights_known" CHECK ("invitations"."rights" <@ array['write', 'write-all', 'publish', 'letters', 'moderate']);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_rights_known" CHECK ("users"."rights" <@ array['write', 'write-all', 'publish', 'letters', 'moderate']);