import { and, asc, eq, sql } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { blogPosts, customPages, episodes, news, newsMedia } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { mediaUses } from "#app/db/schema/media.server.ts"
import type { ContentKind } from "#app/kit/lib/content-kinds.ts"

/** Something that names a medium, and where it is managed. */
export type MediumUse = { what: string; title: string; to: string }

/** More are not listed, but counted. */
const MAX_USES = 100

const SOURCES: Record<string, readonly [what: string, path: string]> = {
  episodes: ["Épisode", "/admin/episodes"],
  news: ["Actualité", "/admin/news"],
  blog_posts: ["Article", "/admin/blog"],
  custom_pages: ["Page", "/admin/pages"],
  guests: ["Invité", "/admin/guests"],
  letters: ["Lettre", "/admin/letters"],
}
const DRAFTS: Record<ContentKind, string> = {
  episode: "episodes",
  news: "news",
  post: "blog_posts",
  page: "custom_pages",
  letter: "letters",
}

/** True for drafts that name a medium. @param key a column or a value */
export const draftNames = (key: unknown) =>
  sql`strpos(${drafts.values}::text, '/media/' || ${key} || '/') > 0`

/** True for settings that name a medium: a logo, a cover, a host's picture. @param key a column or a value */
export const settingNames = (key: unknown) =>
  sql`strpos(${settings.value}::text, '/media/' || ${key} || '/') > 0`

/** What names a medium: contents and, as nobody would find them again, drafts that somebody is writing. */
export async function listUses(on: Pick<Database, "select">, { id, key }: { id: number; key: string }) {
  const contents = await on
    .select({
      source: sql<string>`replace(${mediaUses.source}, 'news_media', 'news')`,
      itemId: sql<number>`coalesce(${newsMedia.newsId}, ${mediaUses.rowId})`,
      title: sql<string>`coalesce(${episodes.title}, ${news.title}, ${blogPosts.title}, ${customPages.title}, ${guests.name}, ${letters.title}, '')`,
    })
    .from(mediaUses)
    .leftJoin(episodes, rowIn("episodes", episodes.id))
    .leftJoin(newsMedia, rowIn("news_media", newsMedia.id))
    .leftJoin(
      news,
      sql`${mediaUses.source} in ('news', 'news_media') and ${news.id} = coalesce(${newsMedia.newsId}, ${mediaUses.rowId})`,
    )
    .leftJoin(blogPosts, rowIn("blog_posts", blogPosts.id))
    .leftJoin(customPages, rowIn("custom_pages", customPages.id))
    .leftJoin(guests, rowIn("guests", guests.id))
    .leftJoin(letters, rowIn("letters", letters.id))
    .where(eq(mediaUses.mediumId, id))
    .orderBy(asc(mediaUses.source), asc(mediaUses.rowId))
    .limit(MAX_USES)
  const inDrafts = await on
    .select({ kind: drafts.kind, itemId: drafts.itemId, title: drafts.title })
    .from(drafts)
    .where(draftNames(key))
    .orderBy(asc(drafts.id))
    .limit(MAX_USES)
  const inSettings = await on
    .select({ name: settings.name })
    .from(settings)
    .where(settingNames(key))
    .orderBy(asc(settings.name))
  const uses: MediumUse[] = [
    ...inSettings.map(({ name }) => ({
      what: "Réglage",
      title: "Réglages du site",
      to: settingAddress(name),
    })),
    ...contents.map(({ source, itemId, title }) => {
      const [what = "", path = ""] = SOURCES[source] ?? []
      return { what, title, to: `${path}?edit=${itemId}` }
    }),
    ...inDrafts.map(({ kind, itemId, title }) => {
      const [what = "", path = ""] = SOURCES[DRAFTS[kind]] ?? []
      return {
        what: `Brouillon (${what.toLowerCase()})`,
        title,
        to: itemId ? `${path}?edit=${itemId}` : path,
      }
    }),
  ]
  return withoutTwins(uses)
}

/** `appearance.logo` is set on the page of its group (app/base/settings/groups.ts). */
function settingAddress(name: string) {
  const [group = "", setting = ""] = name.split(".")
  return `/admin/site/${group}#reglage-${setting}`
}

const rowIn = (source: string, id: Parameters<typeof eq>[0]) =>
  and(eq(mediaUses.source, source), sql`${id} = ${mediaUses.rowId}`)

/** A news item may name it more than once. */
function withoutTwins(uses: MediumUse[]) {
  return [...new Map(uses.map((use) => [`${use.what} ${use.to} ${use.title}`, use])).values()]
}
