CREATE TABLE "feed_words" (
	"episode_id" integer PRIMARY KEY NOT NULL,
	"transcript_url" text,
	"chapters_url" text,
	"transcript_digest" text,
	"chapters_digest" text,
	"due_at" timestamp with time zone DEFAULT now(),
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"failure" text DEFAULT '' NOT NULL,
	CONSTRAINT "feed_words_transcript_address" CHECK ("feed_words"."transcript_url" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "feed_words_chapters_address" CHECK ("feed_words"."chapters_url" ~* '^https?://[^[:space:]]')
);
--> statement-breakpoint
ALTER TABLE "feed_words" ADD CONSTRAINT "feed_words_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_words_due" ON "feed_words" USING btree ("due_at","episode_id");