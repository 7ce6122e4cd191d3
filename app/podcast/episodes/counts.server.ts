import { sql } from "drizzle-orm"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"

/**
 * One of an episode's counts, as a column of a query of episodes, or of another table of them. In a subquery of its own: joined, it would take as long
 * to plan as the list it belongs to.
 */
export function countOf(count: "views" | "likes" | "comments" | "downloads", of: typeof episodes = episodes) {
  return sql<number>`(select c.${sql.identifier(count)} from ${episodeCounts} c where c.episode_id = ${of}.id)`
}
