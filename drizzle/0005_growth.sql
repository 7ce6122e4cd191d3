-- Every sign of a short text and every two signs in a row: what searches too short for trigrams are looked up by. Said
-- to cost much, so that rows are compared with the search first.
CREATE FUNCTION short_parts(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
  RETURN string_to_array(value, NULL)
    || (SELECT array_agg(substr(value, n, 2)) FROM generate_series(1, length(value) - 1) n);
--> statement-breakpoint
DROP INDEX "blog_posts_search";--> statement-breakpoint
DROP INDEX "custom_pages_search";--> statement-breakpoint
DROP INDEX "news_search";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "comments_search";--> statement-breakpoint
DROP INDEX "contact_messages_search";--> statement-breakpoint
DROP INDEX "newsletter_subscribers_search";--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title)) STORED;--> statement-breakpoint
ALTER TABLE "custom_pages" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title)) STORED;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "like_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "comment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title)) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(email)) STORED;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(author_name || E'\n' || content)) STORED;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(name || E'\n' || email || E'\n' || subject || E'\n' || message)) STORED;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(email || E'\n' || name)) STORED;--> statement-breakpoint
CREATE INDEX "blog_posts_of_author" ON "blog_posts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "blog_posts_search_short" ON "blog_posts" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "custom_pages_of_author" ON "custom_pages" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "custom_pages_search_short" ON "custom_pages" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "episodes_search_short" ON "episodes" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "news_gallery_by_category" ON "news" USING btree ("category","published_at" desc,"id" desc) WHERE "news"."is_published" and "news"."media_type" <> 'article';--> statement-breakpoint
CREATE INDEX "news_search_short" ON "news" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "users_search_short" ON "users" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "comments_of_episode_by_status" ON "comments" USING btree ("episode_id","status","created_at" desc,"id" desc) WHERE "comments"."status" <> 'visible';--> statement-breakpoint
CREATE INDEX "contact_messages_archive" ON "contact_messages" USING btree (("read_at" is null) desc,"created_at" desc,"id" desc) WHERE "contact_messages"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_of_sender" ON "mails" USING btree ("reply_to") WHERE "mails"."reply_to" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_search_short" ON "newsletter_subscribers" USING gin (short_parts("search_text"));--> statement-breakpoint
CREATE INDEX "blog_posts_search" ON "blog_posts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "custom_pages_search" ON "custom_pages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_search" ON "news" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_search" ON "newsletter_subscribers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- Episodes know how many likes and visible comments they have: counting 100,000 of them for each visitor takes long.
-- Once a statement, not once a row, so that deleting many is one update of each episode.
CREATE FUNCTION count_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE episodes SET like_count = like_count + change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM added GROUP BY episode_id) change WHERE id = change.episode_id;
  ELSE
    UPDATE episodes SET like_count = like_count - change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM removed GROUP BY episode_id) change WHERE id = change.episode_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE episodes SET comment_count = comment_count + change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM added WHERE status = 'visible' GROUP BY episode_id) change
      WHERE id = change.episode_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE episodes SET comment_count = comment_count - change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM removed WHERE status = 'visible' GROUP BY episode_id) change
      WHERE id = change.episode_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER likes_added AFTER INSERT ON likes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_likes();
--> statement-breakpoint
CREATE TRIGGER likes_removed AFTER DELETE ON likes REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_likes();
--> statement-breakpoint
CREATE TRIGGER comments_added AFTER INSERT ON comments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_comments();
--> statement-breakpoint
CREATE TRIGGER comments_removed AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_comments();
--> statement-breakpoint
CREATE TRIGGER comments_changed AFTER UPDATE ON comments REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_comments();
--> statement-breakpoint
UPDATE episodes SET like_count = n
  FROM (SELECT episode_id, count(*)::int AS n FROM likes GROUP BY episode_id) counted WHERE id = episode_id;
--> statement-breakpoint
UPDATE episodes SET comment_count = n
  FROM (SELECT episode_id, count(*)::int AS n FROM comments WHERE status = 'visible' GROUP BY episode_id) counted
  WHERE id = episode_id;
