DROP INDEX "episodes_published";--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "link_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "episodes_published" ON "episodes" USING btree ("published_at" desc,"id" desc,"opens_at","is_reserved_hidden") WHERE "episodes"."is_published";