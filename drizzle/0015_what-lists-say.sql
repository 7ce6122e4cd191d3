ALTER TABLE "subscriber_import_rows" ADD COLUMN "said" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD COLUMN "said" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD COLUMN "is_remembered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriber_imports" ADD COLUMN "remembered_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "gone_by_import_id" integer;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_gone_by_import_id_subscriber_imports_id_fk" FOREIGN KEY ("gone_by_import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_gone_by_import" ON "newsletter_subscribers" USING btree ("gone_by_import_id") WHERE "newsletter_subscribers"."gone_by_import_id" is not null;