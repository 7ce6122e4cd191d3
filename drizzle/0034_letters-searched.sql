ALTER TABLE "search_documents" DROP CONSTRAINT "search_documents_kind_known";--> statement-breakpoint
ALTER TABLE "search_uncounted" DROP CONSTRAINT "search_uncounted_kind_known";--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_kind_known" CHECK ("search_documents"."kind" in ('episode', 'news', 'post', 'page', 'letter'));--> statement-breakpoint
ALTER TABLE "search_uncounted" ADD CONSTRAINT "search_uncounted_kind_known" CHECK ("search_uncounted"."kind" in ('episode', 'news', 'post', 'page', 'letter'));--> statement-breakpoint
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
  UNION ALL SELECT left(title, 1000), '', left(preview_text, 1000), left(content, 60000), '', published_at, true
    FROM letters WHERE asked_kind = 'letter' AND id = asked_id AND is_published
$$;
--> statement-breakpoint
CREATE TRIGGER letters_index AFTER INSERT OR DELETE OR UPDATE OF title, preview_text, content, is_archived, published_at ON letters
  FOR EACH ROW EXECUTE FUNCTION index_changed_content('letter');
--> statement-breakpoint
CREATE TRIGGER letters_index_emptied AFTER TRUNCATE ON letters
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_content('letter');
