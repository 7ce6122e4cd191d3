CREATE TABLE "copy_places" (
	"copy_id" integer NOT NULL,
	"target" text NOT NULL,
	"row_id" integer NOT NULL,
	CONSTRAINT "copy_places_copy_id_target_row_id_pk" PRIMARY KEY("copy_id","target","row_id"),
	CONSTRAINT "copy_places_target_known" CHECK ("copy_places"."target" in ('episode', 'post', 'news', 'page'))
);
--> statement-breakpoint
CREATE TABLE "import_things" (
	"import_id" integer NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "import_things_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"thing" jsonb NOT NULL,
	"digest" text NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_things_import_id_kind_source_id_pk" PRIMARY KEY("import_id","kind","source_id"),
	CONSTRAINT "import_things_kind_known" CHECK ("import_things"."kind" in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'loss')),
	CONSTRAINT "import_things_source_id_length" CHECK (octet_length("import_things"."source_id") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "imported_things" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"import_id" integer,
	"target" text NOT NULL,
	"row_id" integer NOT NULL,
	"version" integer NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "imported_things_source_kind_source_id_pk" PRIMARY KEY("source","kind","source_id"),
	CONSTRAINT "imported_things_kind_known" CHECK ("imported_things"."kind" in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'loss')),
	CONSTRAINT "imported_things_target_known" CHECK ("imported_things"."target" in ('episode', 'post', 'news', 'page', 'comment', 'redirect'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"findings" jsonb,
	"choices" jsonb,
	"report" jsonb,
	"created_by" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "imports_state_known" CHECK ("imports"."state" in ('reading', 'read', 'running', 'paused', 'done', 'failed', 'undoing', 'undone')),
	CONSTRAINT "imports_attempts_range" CHECK ("imports"."attempts" >= 0),
	CONSTRAINT "imports_source_length" CHECK (octet_length("imports"."source") <= 500)
);
--> statement-breakpoint
ALTER TABLE "file_copies" DROP CONSTRAINT "file_copies_part_known";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_author_email_known";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_content_length";--> statement-breakpoint
ALTER TABLE "file_copies" ALTER COLUMN "episode_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "purpose" text DEFAULT 'library' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "copy_places" ADD CONSTRAINT "copy_places_copy_id_file_copies_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."file_copies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_things" ADD CONSTRAINT "import_things_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_things" ADD CONSTRAINT "imported_things_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_things_left" ON "import_things" USING btree ("import_id","kind","position") WHERE not "import_things"."is_done";--> statement-breakpoint
CREATE INDEX "imported_things_of_import" ON "imported_things" USING btree ("import_id","target","row_id");--> statement-breakpoint
CREATE INDEX "imported_things_of_row" ON "imported_things" USING btree ("target","row_id");--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "imports_of_creator" ON "imports" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_copies_text" ON "file_copies" USING btree (md5("source")) WHERE "file_copies"."part" = 'text';--> statement-breakpoint
CREATE INDEX "uploads_of_import" ON "uploads" USING btree ("import_id");--> statement-breakpoint
ALTER TABLE "file_copies" ADD CONSTRAINT "file_copies_episode_known" CHECK (("file_copies"."part" = 'text') = ("file_copies"."episode_id" is null));--> statement-breakpoint
ALTER TABLE "file_copies" ADD CONSTRAINT "file_copies_part_known" CHECK ("file_copies"."part" in ('sound', 'picture', 'text'));--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_purpose_known" CHECK ("uploads"."purpose" in ('library', 'import'));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_email_known" CHECK (case when "comments"."is_podcast" or "comments"."status" = 'removed' then "comments"."author_email" is null
        else "comments"."author_email" is not null or "comments"."is_imported" end);--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_content_length" CHECK (case when "comments"."status" = 'removed' then "comments"."content" = ''
        else char_length(btrim("comments"."content")) between case when "comments"."is_podcast" or "comments"."is_imported" then 1 else 10 end and 2000 end);