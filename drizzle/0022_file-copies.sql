CREATE TABLE "file_copies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_copies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"part" text NOT NULL,
	"source" text NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"is_doubtful" boolean DEFAULT false NOT NULL,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"received" bigint DEFAULT 0 NOT NULL,
	"total" bigint,
	"etag" text,
	"last_modified" text,
	"medium_id" integer,
	"before" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_copies_part" UNIQUE("episode_id","part"),
	CONSTRAINT "file_copies_part_known" CHECK ("file_copies"."part" in ('sound', 'picture')),
	CONSTRAINT "file_copies_state_known" CHECK ("file_copies"."state" in ('waiting', 'working', 'preparing', 'done', 'failed', 'undone')),
	CONSTRAINT "file_copies_source_address" CHECK ("file_copies"."source" ~* '^https?://[^[:space:]]'),
	CONSTRAINT "file_copies_received_range" CHECK ("file_copies"."received" >= 0),
	CONSTRAINT "file_copies_attempts_range" CHECK ("file_copies"."attempts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "file_copies" ADD CONSTRAINT "file_copies_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_copies" ADD CONSTRAINT "file_copies_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_copies_queue" ON "file_copies" USING btree ("id") WHERE "file_copies"."state" in ('waiting', 'working', 'preparing');--> statement-breakpoint
CREATE INDEX "file_copies_of_medium" ON "file_copies" USING btree ("medium_id");--> statement-breakpoint
CREATE INDEX "file_copies_source" ON "file_copies" USING btree (md5("source"));