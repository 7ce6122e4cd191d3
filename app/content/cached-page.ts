import type { PgTable } from "drizzle-orm/pg-core"
import type * as schema from "#app/db/schema/content.server.ts"

type Table =
  | Extract<(typeof schema)[keyof typeof schema], PgTable>["_"]["name"]
  | "transcripts"
  | "letters"
  | "users"
  | "levels"
  | "supporters"

type Tag = Table | "published" | `${Table}/:id` | `settings/${string}.${string}`

/** What a route's `handle` says where every visitor gets the same page, which may then be kept. */
export type CachedPage = {
  cache: {
    /** The query parameters that make another page of it; all others are ignored. */
    parameters: readonly string[]
    /**
     * The tables whose changes make the page stale, as their triggers say (drizzle/0003_cached-pages.sql), or of which
     * only one row's do: `:id` stands for the parameter of the path; and the settings
     * (app/base/settings/) that it shows besides those of the frame. `published` stands for the table of every type of
     * which something is published.
     */
    shows: readonly Tag[]
    /** What else it shows where its address asks for something (`q`). */
    showsFound?: readonly Tag[]
  }
}
