ALTER TABLE "comments" ADD COLUMN "is_approved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Who was let through by a moderator is known by the log, as far as it goes back.
UPDATE "comments" SET "is_approved" = true WHERE "status" = 'visible' AND "id"::text IN (
  SELECT "item_id" FROM "audit_log" WHERE "kind" = 'comment' AND "action" = 'approve');
