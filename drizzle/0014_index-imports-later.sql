-- A large import leaves its new episodes to the site, which adds what is missing in slices (app/site/search/fill-index.server.ts):
-- nobody else writes an episode while it goes on.
CREATE OR REPLACE FUNCTION index_changed_content() RETURNS trigger LANGUAGE plpgsql SET gin_pending_list_limit = '256kB' AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM search_documents d WHERE d.kind = TG_ARGV[0];
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = TG_ARGV[0] AND d.item_id = OLD.id;
  ELSIF TG_OP = 'UPDATE' OR current_setting('cko.indexes_later', true) IS DISTINCT FROM 'on' THEN
    PERFORM index_content(TG_ARGV[0], NEW.id);
  END IF;
  RETURN NULL;
END
$$;
