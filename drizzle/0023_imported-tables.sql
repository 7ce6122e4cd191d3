ALTER TABLE "import_things" DROP CONSTRAINT "import_things_kind_known";--> statement-breakpoint
ALTER TABLE "imported_things" DROP CONSTRAINT "imported_things_kind_known";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "tables" jsonb;--> statement-breakpoint
ALTER TABLE "import_things" ADD CONSTRAINT "import_things_kind_known" CHECK ("import_things"."kind" in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'redirect', 'like', 'account', 'profile', 'loss', 'table', 'row'));--> statement-breakpoint
ALTER TABLE "imported_things" ADD CONSTRAINT "imported_things_kind_known" CHECK ("imported_things"."kind" in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'redirect', 'like', 'account', 'profile', 'loss', 'table', 'row'));