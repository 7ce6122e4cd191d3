import { db } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema.server.ts"

let count = 0
const YESTERDAY = () => new Date(Date.now() - 86_400_000)

/** A published episode of yesterday, unless told otherwise. */
export async function createEpisode(values: Partial<typeof episodes.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(episodes)
    .values({
      title: `Épisode d’essai ${count}`,
      guest: `Invitée ${count}`,
      publishedAt: YESTERDAY(),
      ...values,
    })
    .returning()
  return first(rows)
}

/** A published article-type news item of yesterday, unless told otherwise. */
export async function createNews(values: Partial<typeof news.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(news)
    .values({ title: `Actualité d’essai ${count}`, isPublished: true, publishedAt: YESTERDAY(), ...values })
    .returning()
  return first(rows)
}

/** A published article of yesterday, unless told otherwise. */
export async function createPost(values: Partial<typeof blogPosts.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(blogPosts)
    .values({
      slug: `article-${count}`,
      title: `Article d’essai ${count}`,
      content: "Un texte.",
      isPublished: true,
      publishedAt: YESTERDAY(),
      ...values,
    })
    .returning()
  return first(rows)
}

/** A published custom page, unless told otherwise. */
export async function createPage(values: Partial<typeof customPages.$inferInsert> = {}) {
  count += 1
  const rows = await db
    .insert(customPages)
    .values({ slug: `page-${count}`, title: `Page d’essai ${count}`, isPublished: true, ...values })
    .returning()
  return first(rows)
}

function first<Row>(rows: Row[]) {
  const [row] = rows
  if (row === undefined) throw new Error("nothing was inserted")
  return row
}
