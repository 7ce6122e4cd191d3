CREATE TABLE "transcriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"progress" integer,
	"ended_at" timestamp with time zone,
	"failure" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"cues" jsonb,
	CONSTRAINT "transcriptions_of_episode" UNIQUE("episode_id"),
	CONSTRAINT "transcriptions_state_known" CHECK ("transcriptions"."state" in ('waiting', 'working', 'done', 'failed', 'cancelled')),
	CONSTRAINT "transcriptions_progress_range" CHECK ("transcriptions"."progress" between 0 and 100),
	CONSTRAINT "transcriptions_cues_list" CHECK (jsonb_typeof("transcriptions"."cues") = 'array')
);
--> statement-breakpoint
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcriptions_of_asker" ON "transcriptions" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "transcriptions_open" ON "transcriptions" USING btree ("asked_at","id") WHERE "transcriptions"."state" in ('waiting', 'working');