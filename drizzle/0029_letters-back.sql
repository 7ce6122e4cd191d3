ALTER TABLE "letter_recipients" ADD COLUMN "came_back" text;--> statement-breakpoint
ALTER TABLE "letter_recipients" ADD COLUMN "came_back_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "letter_recipients_came_back" ON "letter_recipients" USING btree ("letter_id","came_back") WHERE "letter_recipients"."came_back" is not null;--> statement-breakpoint
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_came_back_known" CHECK ("letter_recipients"."came_back" in ('hard', 'soft', 'blocked', 'complaint'));--> statement-breakpoint
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_came_back_dated" CHECK (("letter_recipients"."came_back" is null) = ("letter_recipients"."came_back_at" is null));--> statement-breakpoint
-- by hand
CREATE TRIGGER letters_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON letters
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages();
