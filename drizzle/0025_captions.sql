CREATE TABLE "media_captions" (
	"medium_id" integer NOT NULL,
	"language" text NOT NULL,
	"cues" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_captions_medium_id_language_pk" PRIMARY KEY("medium_id","language"),
	CONSTRAINT "media_captions_language_format" CHECK ("media_captions"."language" ~ '^[a-z]{2}$'),
	CONSTRAINT "media_captions_cues_list" CHECK (jsonb_typeof("media_captions"."cues") = 'array')
);
--> statement-breakpoint
ALTER TABLE "media_captions" ADD CONSTRAINT "media_captions_medium_id_media_id_fk" FOREIGN KEY ("medium_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- by hand
CREATE TRIGGER media_captions_purge AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON media_captions
  FOR EACH STATEMENT EXECUTE FUNCTION purge_pages('news');
