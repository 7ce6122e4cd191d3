import { data } from "react-router"
import { db } from "#app/db/client.server.ts"
import { and, eq } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { mayReadDraft } from "#app/content/reach.server.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { blogPosts, episodes, news } from "#app/db/schema/content.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { addressOf, pathOf } from "./blocks.server.ts"
import type { LetterForm } from "./letter-form.schema.ts"
import { LETTERS } from "./letter-list.ts"
import { findEditedLetter } from "./manage-letters.server.ts"

export type StartedLetter = Partial<LetterForm>

/** What a new letter may begin with, by the parameter that names it. */
const STARTS: Record<
  string,
  (id: number, viewer: Contributor | undefined) => Promise<StartedLetter | undefined>
> = {
  copy: async (id) => {
    const letter = await findEditedLetter(id)
    if (!letter) return undefined
    const { title, previewText, senderName, topic, content, isArchived } = letter
    return { title: cut(`${title} (copie)`), previewText, senderName, topic, content, isArchived }
  },
  episode: async (id, viewer) => {
    const [found] = await db
      .select({ title: episodes.title, guest: episodes.guest, subtitle: episodes.subtitle })
      .from(episodes)
      .where(await mayBegin(episodes, id, viewer))
    if (!found) return undefined
    const guest = found.guest ? ` avec ${found.guest}` : ""
    return {
      title: cut(`Nouvel épisode\u00a0: ${found.title}`),
      previewText: cut(found.subtitle),
      topic: "episodes",
      content: lines(
        "Bonjour,",
        `Un nouvel épisode${guest} vient de paraître.`,
        addressOf(pathOf.episode({ id })),
      ),
    }
  },
  news: async (id, viewer) => {
    const [found] = await db
      .select({ title: news.title, mediaType: news.mediaType })
      .from(news)
      .where(await mayBegin(news, id, viewer))
    if (!found) return undefined
    const path = pathOf.news({ id, mediaType: found.mediaType })
    return { ...about(found.title, "Du nouveau au podcast.", path), topic: "news" }
  },
  article: async (id, viewer) => {
    const [found] = await db
      .select({ title: blogPosts.title, slug: blogPosts.slug, excerpt: blogPosts.excerpt })
      .from(blogPosts)
      .where(await mayBegin(blogPosts, id, viewer))
    if (!found) return undefined
    const letter = about(found.title, "Un nouvel article à lire.", pathOf.article(found))
    return { ...letter, previewText: cut(found.excerpt.replace(/\s+/g, " ")), topic: "news" }
  },
}

/**
 * What the address wants a new letter to begin with, or null.
 *
 * @throws 404 where what it names is not there, or a draft that the viewer may not read
 */
export async function findStarted(url: URL, viewer?: Contributor): Promise<StartedLetter | null> {
  for (const [name, start] of Object.entries(STARTS)) {
    const asked = url.searchParams.get(name)
    if (asked === null) continue
    const started = await start(parseId(asked) ?? 0, viewer)
    if (!started)
      throw data({ title: name === "copy" ? LETTERS.notFound : "Contenu non trouvé" }, { status: 404 })
    return started
  }
  return null
}

type Published = typeof episodes | typeof news | typeof blogPosts

/** The item, where it is public or the viewer may read its draft. */
async function mayBegin(table: Published, id: number, viewer: Contributor | undefined) {
  const is = eq(table.id, id)
  return (await mayReadDraft(viewer ?? null, table, is)) ? is : and(is, whereIsPublic(table))
}

function about(title: string, intro: string, path: string): StartedLetter {
  return { title: cut(title), content: lines("Bonjour,", intro, addressOf(path)) }
}

const lines = (...texts: string[]) => `${texts.join("\n\n")}\n`

/** No longer than the field takes. */
const cut = (text: string) => {
  const letters = [...text]
  return letters.length > 200 ? `${letters.slice(0, 190).join("").trimEnd()}…` : text
}
