import { sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"

/** What saving makes of a row that people edit: a form filled before it is out of date from now on. */
export function nextVersion({ version }: { version: AnyPgColumn }) {
  return { version: sql`${version} + 1`, updatedAt: sql`now()` }
}

/**
 * How saving a form ended: a row somebody else saved meanwhile is `stale`, one somebody deleted is `missing`, a slug
 * that another row has is `slug-taken`, and what only the database could tell of a field is `invalid`.
 */
export type Saved =
  | {
      outcome: "saved"
      id: number
      /** What is to be known of what was saved with it, in French. */
      said?: string
    }
  | { outcome: "stale"; version: number }
  | { outcome: "missing" }
  | { outcome: "slug-taken" }
  | { outcome: "invalid"; errors: FieldErrors }
