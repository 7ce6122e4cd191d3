CREATE TABLE "audience_days" (
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"episode_id" integer NOT NULL,
	"label" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "audience_days_measure_episode_id_day_label_pk" PRIMARY KEY("measure","episode_id","day","label"),
	CONSTRAINT "audience_days_range" CHECK ("audience_days"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "audience_months" (
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"episode_id" integer NOT NULL,
	"label" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "audience_months_measure_episode_id_day_label_pk" PRIMARY KEY("measure","episode_id","day","label"),
	CONSTRAINT "audience_months_range" CHECK ("audience_months"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"day" date NOT NULL,
	"listener" "bytea" NOT NULL,
	"client" "bytea" NOT NULL,
	"episode_id" integer NOT NULL,
	"app" text NOT NULL,
	"device" text NOT NULL,
	"source" text NOT NULL,
	"age" integer NOT NULL,
	"sent" "int8multirange" NOT NULL,
	"needed" bigint NOT NULL,
	"is_unverified" boolean NOT NULL,
	CONSTRAINT "deliveries_day_listener_pk" PRIMARY KEY("day","listener"),
	CONSTRAINT "deliveries_needed_range" CHECK ("deliveries"."needed" > 0)
);
--> statement-breakpoint
ALTER TABLE "episode_counts" ADD COLUMN "downloads" integer DEFAULT 0 NOT NULL;