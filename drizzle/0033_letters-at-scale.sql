DROP INDEX "letters_under_way";--> statement-breakpoint
CREATE INDEX "letter_recipients_uncertain" ON "letter_recipients" USING btree ("letter_id") WHERE "letter_recipients"."state" = 'uncertain' and "letter_recipients"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "letters_drafts" ON "letters" USING btree ("updated_at" desc,"id" desc) WHERE "letters"."state" = 'draft';--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_left" ON "newsletter_subscribers" USING btree ("unsubscribed_at") WHERE "newsletter_subscribers"."unsubscribed_at" is not null;--> statement-breakpoint
CREATE INDEX "letters_under_way" ON "letters" USING btree ("state","scheduled_at") WHERE "letters"."state" in ('scheduled', 'sending', 'paused');