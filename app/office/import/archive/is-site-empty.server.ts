import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"

const WITH_EXAMPLES = ["episodes", "news", "blog_posts"]
/** What comes of examples goes with them. */
const WITHOUT = [
  ...["custom_pages", "letters", "media", "redirects", "newsletter_subscribers", "contact_messages"],
]

/** Whether hosts have written nothing here, and nobody wrote to them: only what came with the site may be there. */
export async function isSiteEmpty() {
  const filled = [
    ...WITH_EXAMPLES.map((table) => sql`exists (select from ${sql.identifier(table)} where not is_starter)`),
    ...WITHOUT.map((table) => sql`exists (select from ${sql.identifier(table)})`),
  ]
  const { rows } = await db.execute<{ isEmpty: boolean }>(
    sql`select not (${sql.join(filled, sql` or `)}) as "isEmpty"`,
  )
  return rows[0]?.isEmpty === true
}
