ALTER TABLE "copy_places" DROP CONSTRAINT "copy_places_target_known";--> statement-breakpoint
ALTER TABLE "import_things" DROP CONSTRAINT "import_things_kind_known";--> statement-breakpoint
ALTER TABLE "imported_things" DROP CONSTRAINT "imported_things_kind_known";--> statement-breakpoint
ALTER TABLE "imported_things" DROP CONSTRAINT "imported_things_target_known";--> statement-breakpoint
ALTER TABLE "copy_places" ADD CONSTRAINT "copy_places_target_known" CHECK ("copy_places"."target" in ('episode', 'post', 'news', 'page', 'guest'));--> statement-breakpoint
ALTER TABLE "import_things" ADD CONSTRAINT "import_things_kind_known" CHECK ("import_things"."kind" in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'redirect', 'like', 'account', 'profile', 'guest', 'part', 'loss', 'table', 'row', 'line'));--> statement-breakpoint
ALTER TABLE "imported_things" ADD CONSTRAINT "imported_things_kind_known" CHECK ("imported_things"."kind" in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'redirect', 'like', 'account', 'profile', 'guest', 'part', 'loss', 'table', 'row', 'line'));--> statement-breakpoint
ALTER TABLE "imported_things" ADD CONSTRAINT "imported_things_target_known" CHECK ("imported_things"."target" in ('episode', 'post', 'news', 'page', 'guest', 'comment', 'redirect', 'transcript'));