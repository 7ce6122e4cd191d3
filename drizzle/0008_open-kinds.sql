ALTER TABLE "drafts" DROP CONSTRAINT "drafts_kind_known";--> statement-breakpoint
ALTER TABLE "preview_links" DROP CONSTRAINT "preview_links_kind_known";--> statement-breakpoint
ALTER TABLE "revisions" DROP CONSTRAINT "revisions_kind_known";--> statement-breakpoint
ALTER TABLE "search_documents" DROP CONSTRAINT "search_documents_kind_known";--> statement-breakpoint
ALTER TABLE "search_uncounted" DROP CONSTRAINT "search_uncounted_kind_known";--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" ~ '^[a-z-]{1,30}$');--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_kind_known" CHECK ("preview_links"."kind" ~ '^[a-z-]{1,30}$');--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_kind_known" CHECK ("revisions"."kind" ~ '^[a-z-]{1,30}$');--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_kind_known" CHECK ("search_documents"."kind" ~ '^[a-z-]{1,30}$');--> statement-breakpoint
ALTER TABLE "search_uncounted" ADD CONSTRAINT "search_uncounted_kind_known" CHECK ("search_uncounted"."kind" ~ '^[a-z-]{1,30}$');