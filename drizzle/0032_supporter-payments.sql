CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"service" text NOT NULL,
	"key" text NOT NULL,
	"is_refund" boolean DEFAULT false NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"amount" text DEFAULT '' NOT NULL,
	"paid_on" date NOT NULL,
	"renews" boolean DEFAULT false NOT NULL,
	"months" integer,
	"state" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"supporter_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_service_known" CHECK ("payments"."service" in ('helloasso', 'kofi', 'stripe', 'other')),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('waiting', 'applied', 'dismissed')),
	CONSTRAINT "payments_key_length" CHECK (char_length("payments"."key") between 1 and 200),
	CONSTRAINT "payments_email_lower" CHECK ("payments"."email" = lower("payments"."email")),
	CONSTRAINT "payments_months_range" CHECK ("payments"."months" between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "supporter_networks" (
	"supporter_id" integer NOT NULL,
	"day" date NOT NULL,
	"network" text NOT NULL,
	CONSTRAINT "supporter_networks_supporter_id_day_network_pk" PRIMARY KEY("supporter_id","day","network")
);
--> statement-breakpoint
ALTER TABLE "levels" ADD COLUMN "months" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "renews" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "welcomed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "reminded_of" date;--> statement-breakpoint
ALTER TABLE "supporters" ADD COLUMN "told_end_of" date;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_supporter_id_supporters_id_fk" FOREIGN KEY ("supporter_id") REFERENCES "public"."supporters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supporter_networks" ADD CONSTRAINT "supporter_networks_supporter_id_supporters_id_fk" FOREIGN KEY ("supporter_id") REFERENCES "public"."supporters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key" ON "payments" USING btree ("service","key");--> statement-breakpoint
CREATE INDEX "payments_waiting_first" ON "payments" USING btree (("state" = 'waiting'),"id");--> statement-breakpoint
CREATE INDEX "payments_of_supporter" ON "payments" USING btree ("supporter_id");--> statement-breakpoint
CREATE INDEX "payments_of_email" ON "payments" USING btree ("email");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "supporter_networks_by_day" ON "supporter_networks" USING btree ("day");--> statement-breakpoint
CREATE INDEX "supporters_to_welcome" ON "supporters" USING btree ("created_at") WHERE "supporters"."welcomed_at" is null;--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_months_range" CHECK ("levels"."months" between 1 and 120);