CREATE TABLE "bin" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bin_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"title" text NOT NULL,
	"rows" jsonb NOT NULL,
	"links" jsonb NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" text
);
--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bin_latest" ON "bin" USING btree ("deleted_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "bin_of_kind" ON "bin" USING btree ("kind","deleted_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "bin_of_item" ON "bin" USING btree ("kind","item_id");--> statement-breakpoint
CREATE INDEX "bin_of_deleter" ON "bin" USING btree ("deleted_by") WHERE "bin"."deleted_by" is not null;