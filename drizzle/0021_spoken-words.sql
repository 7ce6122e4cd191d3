-- by hand
-- What is searched of each content, addresses in it left out: of episodes also what is said in them.
CREATE OR REPLACE FUNCTION search_sources(asked_kind text, asked_id integer) RETURNS TABLE (
    title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), left(guest, 1000), left(subtitle, 1000),
      left(description, 60000) || ' ' || left(credits, 5000)
        || ' ' || left(coalesce((SELECT string_agg(l->>'label', ' ') FROM jsonb_array_elements(links) l), ''), 5000)
        || ' ' || left(coalesce((SELECT string_agg(c->>'title', ' ') FROM jsonb_array_elements(chapters) c
          WHERE c->>'isHidden' IS DISTINCT FROM 'true'), ''), 20000),
      coalesce((SELECT left(t.text, 300000) FROM transcripts t WHERE t.episode_id = episodes.id AND t.is_published), ''),
      published_at, true
    FROM episodes WHERE asked_kind = 'episode' AND id = asked_id AND is_published
  UNION ALL SELECT left(title, 1000), '', '', left(content, 60000), '', published_at, true
    FROM news WHERE asked_kind = 'news' AND id = asked_id AND is_published AND published_at IS NOT NULL
  UNION ALL SELECT left(title, 1000), '', left(excerpt, 5000), left(content, 60000), '', published_at, true
    FROM blog_posts WHERE asked_kind = 'post' AND id = asked_id AND is_published AND published_at IS NOT NULL
  UNION ALL SELECT left(title, 1000), '', left(meta_description, 1000), left(content, 60000), '', created_at, false
    FROM custom_pages WHERE asked_kind = 'page' AND id = asked_id AND is_published
$$;
--> statement-breakpoint
CREATE FUNCTION index_transcribed_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_content('episode', coalesce(NEW.episode_id, OLD.episode_id));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transcripts_index AFTER INSERT OR DELETE OR UPDATE OF text, is_published ON transcripts
  FOR EACH ROW EXECUTE FUNCTION index_transcribed_episode();
--> statement-breakpoint
-- The site fills in again what is missing.
CREATE TRIGGER transcripts_index_emptied AFTER TRUNCATE ON transcripts
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('episode');
--> statement-breakpoint
DELETE FROM search_documents d USING transcripts t WHERE d.kind = 'episode' AND d.item_id = t.episode_id AND t.is_published;
