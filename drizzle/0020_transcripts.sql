CREATE TABLE "transcript_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcript_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transcript_id" integer NOT NULL,
	"cues" jsonb NOT NULL,
	"saved_by" text,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transcript_versions_cues_list" CHECK (jsonb_typeof("transcript_versions"."cues") = 'array')
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcripts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"episode_id" integer NOT NULL,
	"cues" jsonb NOT NULL,
	"text" text NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"source" text DEFAULT 'text' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "transcripts_of_episode" UNIQUE("episode_id"),
	CONSTRAINT "transcripts_cues_list" CHECK (jsonb_typeof("transcripts"."cues") = 'array'),
	CONSTRAINT "transcripts_source_known" CHECK ("transcripts"."source" in ('text', 'address', 'feed', 'command'))
);
--> statement-breakpoint
ALTER TABLE "transcript_versions" ADD CONSTRAINT "transcript_versions_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_versions" ADD CONSTRAINT "transcript_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcript_versions_of_transcript" ON "transcript_versions" USING btree ("transcript_id","id" desc);--> statement-breakpoint
CREATE INDEX "transcript_versions_of_author" ON "transcript_versions" USING btree ("saved_by");--> statement-breakpoint
-- by hand
CREATE FUNCTION purge_pages_of_transcript() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cko_pages', 'episodes/' || coalesce(NEW.episode_id, OLD.episode_id));
  PERFORM pg_notify('cko_pages', 'transcripts');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_new AFTER INSERT ON transcripts FOR EACH ROW
  WHEN (NEW.is_published) EXECUTE FUNCTION purge_pages_of_transcript();
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_changed AFTER UPDATE ON transcripts FOR EACH ROW
  WHEN (OLD.is_published OR NEW.is_published) EXECUTE FUNCTION purge_pages_of_transcript();
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_deleted AFTER DELETE ON transcripts FOR EACH ROW
  WHEN (OLD.is_published) EXECUTE FUNCTION purge_pages_of_transcript();
--> statement-breakpoint
CREATE TRIGGER transcripts_purge_all AFTER TRUNCATE ON transcripts
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('all');
