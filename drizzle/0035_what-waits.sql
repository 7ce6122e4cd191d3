ALTER TABLE "users" ADD COLUMN "notices" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "told_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "comments_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_waiting" ON "contact_messages" USING btree ("created_at" desc,"id" desc) WHERE "contact_messages"."archived_at" is null and "contact_messages"."done_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_notices_known" CHECK ("users"."notices" in ('now', 'daily', 'never'));