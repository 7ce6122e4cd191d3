-- Room for a row's next version beside it: counting then writes no index.
ALTER TABLE episode_counts SET (fillfactor = 50);
--> statement-breakpoint
CREATE FUNCTION count_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE episode_counts c SET likes = likes + change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM added GROUP BY episode_id) change
      WHERE c.episode_id = change.episode_id;
  ELSE
    UPDATE episode_counts c SET likes = likes - change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM removed GROUP BY episode_id) change
      WHERE c.episode_id = change.episode_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE episode_counts c SET comments = comments + change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM added WHERE status = 'visible' GROUP BY episode_id) change
      WHERE c.episode_id = change.episode_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE episode_counts c SET comments = comments - change.n
      FROM (SELECT episode_id, count(*)::int AS n FROM removed WHERE status = 'visible' GROUP BY episode_id) change
      WHERE c.episode_id = change.episode_id;
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
-- Whoever makes an episode (forms, imports, SQL typed by hand) makes its counts.
CREATE FUNCTION add_episode_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO episode_counts (episode_id) SELECT id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER episodes_counts AFTER INSERT ON episodes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_episode_counts();
--> statement-breakpoint
-- One level, and the same episode: a reply has no thread_id, so that nothing can refer to it.
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_fk" FOREIGN KEY ("parent_id","episode_id")
  REFERENCES "comments"("thread_id","episode_id") ON DELETE CASCADE;
--> statement-breakpoint
-- Who gets letters: confirmed, neither unsubscribed nor suppressed. Rows are only added, so that two of these never wait for each
-- other, whatever else their transactions hold.
CREATE FUNCTION count_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	came integer := 0;
	went integer := 0;
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT count(*) INTO came FROM new_rows
			WHERE confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suppressed_at IS NULL;
	ELSIF TG_OP = 'DELETE' THEN
		SELECT count(*) INTO went FROM old_rows
			WHERE confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suppressed_at IS NULL;
	ELSE
		SELECT count(*) FILTER (WHERE is_now AND NOT was), count(*) FILTER (WHERE was AND NOT is_now) INTO came, went FROM (
			SELECT o.confirmed_at IS NOT NULL AND o.unsubscribed_at IS NULL AND o.suppressed_at IS NULL AS was,
				n.confirmed_at IS NOT NULL AND n.unsubscribed_at IS NULL AND n.suppressed_at IS NULL AS is_now
			FROM old_rows o JOIN new_rows n USING (id)
		) AS changed;
	END IF;
	IF came > 0 OR went > 0 THEN
		INSERT INTO subscriber_figures (day, joined, gone) VALUES ((now() AT TIME ZONE 'Europe/Paris')::date, came, went);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER newsletter_subscribers_came AFTER INSERT ON newsletter_subscribers
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
--> statement-breakpoint
CREATE TRIGGER newsletter_subscribers_changed AFTER UPDATE ON newsletter_subscribers
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
--> statement-breakpoint
CREATE TRIGGER newsletter_subscribers_went AFTER DELETE ON newsletter_subscribers
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
