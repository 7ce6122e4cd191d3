CREATE TABLE "letter_lanes" (
	"number" integer PRIMARY KEY NOT NULL,
	"lease" uuid NOT NULL,
	"leased_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_pace" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone,
	"holds" integer DEFAULT 0 NOT NULL,
	"failure" jsonb,
	CONSTRAINT "letter_pace_once" CHECK ("letter_pace"."id")
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "halt" jsonb;--> statement-breakpoint
CREATE INDEX "letter_recipients_latest" ON "letter_recipients" USING btree ("letter_id","ended_at" desc) WHERE "letter_recipients"."ended_at" is not null;