ALTER TABLE "imports" ADD COLUMN "list_id" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_list_id_subscriber_imports_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_of_list" ON "imports" USING btree ("list_id");