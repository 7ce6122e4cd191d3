-- What is searched of a content stands in a function of its kind, so that a new kind adds its own and changes no other:
-- title, names, what sums it up, its text, what is said in it, its date, and whether that is one of publication.
CREATE FUNCTION search_source_episode(asked_id integer)
  RETURNS TABLE (title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), left(guest, 1000), left(subtitle, 1000),
      left(description, 60000) || ' ' || left(credits, 5000)
        || ' ' || left(coalesce((SELECT string_agg(l->>'label', ' ') FROM jsonb_array_elements(links) l), ''), 5000)
        || ' ' || left(coalesce((SELECT string_agg(c->>'title', ' ') FROM jsonb_array_elements(chapters) c
          WHERE c->>'isHidden' IS DISTINCT FROM 'true'), ''), 20000),
      coalesce((SELECT left(t.text, 300000) FROM transcripts t WHERE t.episode_id = episodes.id AND t.is_published), ''),
      published_at, true
    FROM episodes WHERE id = asked_id AND is_published
$$;
--> statement-breakpoint
CREATE FUNCTION search_source_news(asked_id integer)
  RETURNS TABLE (title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), '', '', left(content, 60000), '', published_at, true
    FROM news WHERE id = asked_id AND is_published AND published_at IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION search_source_post(asked_id integer)
  RETURNS TABLE (title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), '', left(excerpt, 5000), left(content, 60000), '', published_at, true
    FROM blog_posts WHERE id = asked_id AND is_published AND published_at IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION search_source_page(asked_id integer)
  RETURNS TABLE (title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), '', left(meta_description, 1000), left(content, 60000), '', created_at, false
    FROM custom_pages WHERE id = asked_id AND is_published
$$;
--> statement-breakpoint
CREATE FUNCTION search_source_letter(asked_id integer)
  RETURNS TABLE (title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE sql STABLE AS $$
  SELECT left(title, 1000), '', left(preview_text, 1000), left(content, 60000), '', published_at, true
    FROM letters WHERE id = asked_id AND is_published
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_sources(asked_kind text, asked_id integer) RETURNS TABLE (
    title text, names text, summary text, body text, spoken text, published_at timestamptz, is_dated boolean)
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT * FROM %I($1)', 'search_source_' || replace(asked_kind, '-', '_')) USING asked_id;
END
$$;
--> statement-breakpoint
-- The triggers of a table that hosts publish from: it purges the pages that show it, is searched, knows the media that it
-- names, and takes drafts, versions and secret addresses of what is deleted along. A new one calls this once, in the migration that makes it.
CREATE FUNCTION manage_content(content regclass, kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT * FROM (VALUES
    ('purge', 'AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE', 'STATEMENT', 'purge_pages()'),
    ('index', 'AFTER INSERT OR UPDATE OR DELETE', 'ROW', format('index_changed_content(%L)', kind)),
    ('index_emptied', 'AFTER TRUNCATE', 'STATEMENT', format('index_changed_content(%L)', kind)),
    ('media_uses', 'AFTER INSERT OR UPDATE OR DELETE', 'ROW', 'note_media_uses()'),
    ('media_uses_gone', 'AFTER TRUNCATE', 'STATEMENT', 'forget_media_uses()'),
    ('forget_drafts', 'AFTER DELETE', 'ROW', format('forget_drafts(%L)', kind))
  ) AS triggers (name, events, level, called) LOOP
    EXECUTE format('CREATE TRIGGER %I %s ON %s FOR EACH %s EXECUTE FUNCTION %s',
      content::text || '_' || made.name, made.events, content, made.level, made.called);
  END LOOP;
END
$$;
