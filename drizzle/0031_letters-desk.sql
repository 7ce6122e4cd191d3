ALTER TABLE "drafts" DROP CONSTRAINT "drafts_kind_known";--> statement-breakpoint
ALTER TABLE "preview_links" DROP CONSTRAINT "preview_links_kind_known";--> statement-breakpoint
ALTER TABLE "revisions" DROP CONSTRAINT "revisions_kind_known";--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" in ('episode', 'news', 'post', 'page', 'letter'));--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_kind_known" CHECK ("preview_links"."kind" in ('episode', 'news', 'post', 'page', 'letter'));--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_kind_known" CHECK ("revisions"."kind" in ('episode', 'news', 'post', 'page', 'letter'));--> statement-breakpoint
-- by hand
CREATE TRIGGER letters_forget_drafts AFTER DELETE ON letters
  FOR EACH ROW EXECUTE FUNCTION forget_drafts('letter');
--> statement-breakpoint
CREATE TRIGGER letters_media_uses AFTER INSERT OR UPDATE OR DELETE ON letters
  FOR EACH ROW EXECUTE FUNCTION note_media_uses();
--> statement-breakpoint
CREATE TRIGGER letters_media_uses_gone AFTER TRUNCATE ON letters
  FOR EACH STATEMENT EXECUTE FUNCTION forget_media_uses();
