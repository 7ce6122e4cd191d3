import { not, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { areUntouchedLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import { listStarterContent, removeStarterContent } from "../../first-steps/starter-content.server.ts"

const WITH_EXAMPLES = ["episodes", "news", "blog_posts"]
const OTHERS = [
  "letters",
  "levels",
  "supporters",
  "media",
  "redirects",
  "newsletter_subscribers",
  "contact_messages",
]

/** Whether hosts have written nothing here, and nobody wrote to them: only what came with the site may be there. */
export async function isSiteEmpty() {
  const filled = [
    ...WITH_EXAMPLES.map((table) => sql`select from ${sql.identifier(table)} where not is_starter`),
    ...OTHERS.map((table) => sql`select from ${sql.identifier(table)}`),
    sql`select from ${customPages} where ${areUntouchedLegalPages && not(areUntouchedLegalPages)}`,
  ].map((some) => sql`exists (${some})`)
  const { rows } = await db.execute<{ isEmpty: boolean }>(
    sql`select not (${sql.join(filled, sql` or `)}) as "isEmpty"`,
  )
  return rows[0]?.isEmpty === true && !(await listStarterContent()).some(({ isEdited }) => isEdited)
}

/** What came with such a site makes room. */
export async function clearSite() {
  await removeStarterContent([])
  await db.delete(customPages).where(areUntouchedLegalPages)
}
