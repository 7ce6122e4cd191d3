import { getTableColumns } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { z } from "zod"
import { letterSchema } from "#app/audience/letters/manage/letter-form.schema.ts"
import { findEditedLetter } from "#app/audience/letters/manage/manage-letters.server.ts"
import { renderLetterForSite } from "#app/audience/letters/template/render-for-site.server.ts"
import { illustrated } from "#app/content/illustrated.server.ts"
import { findManagedType } from "#app/content/types.server.ts"
import { findPreview } from "#app/content/drafts/preview-links.server.ts"
import { listPictures } from "#app/db/pictures.server.ts"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { posts } from "#app/writing/blog/type.server.ts"
import { postSchema } from "#app/writing/blog/post-form.schema.ts"
import { previewDraftEpisode, previewEpisode } from "./preview-episode.server.ts"
import { previewNews } from "./preview-news.server.ts"
import { readLeniently } from "./read-leniently.ts"
import { withPlayers } from "#app/podcast/embeds/players-in-text.server.ts"

/** What a secret address shows now, ready to be drawn; undefined where it is closed, or what it showed is gone. */
export async function loadPreview(key: string) {
  const found = await findPreview(key)
  if (!found) return undefined
  const { kind, itemId, draft } = found
  const values = draft?.values
  if (kind === "episode") {
    if (values) return previewDraftEpisode(values, draft.itemId)
    return itemId === null ? undefined : previewEpisode(itemId)
  }
  if (kind === "news") return previewNews(values, itemId ?? 0)
  if (kind === "post") {
    const post = values ? readLeniently(postSchema, values) : await posts.store.find(itemId ?? 0)
    return post && previewPost(post)
  }
  if (kind === "letter") {
    const letter: { title?: string; content?: string } | undefined = values
      ? readLeniently(letterSchema, values)
      : await findEditedLetter(itemId ?? 0)
    if (!letter) return undefined
    const { title = UNTITLED, content = "" } = letter
    return {
      kind: "letter" as const,
      title: frenchSpaces(title),
      contentHtml: await renderLetterForSite(content),
    }
  }
  return previewText(kind, values, itemId ?? 0)
}

/** A title and a text, which is how a page looks, and whatever has no other look. */
async function previewText(kind: string, values: FieldValues | undefined, id: number) {
  const type = findManagedType(kind)
  if (!type?.published || !(type.form instanceof z.ZodObject)) return undefined
  const item = values ? readLeniently(type.form, values) : await type.store.find(id)
  if (!item) return undefined
  const { table, text } = type.published
  const [textField = ""] =
    Object.entries(getTableColumns(table as PgTable)).find(([, column]) => column === text) ?? []
  const fields = new Map<string, unknown>(Object.entries(item))
  const read = (field: string, otherwise: string) => {
    const value = fields.get(field)
    return typeof value === "string" ? value : otherwise
  }
  return {
    kind: "page" as const,
    title: frenchSpaces(read("title", UNTITLED)),
    contentHtml: await render(read(textField, "")),
  }
}

/** What stands where a draft has no title any more. */
const UNTITLED = "Sans titre"

type Post = { title?: string; excerpt?: string; content?: string; coverImageUrl?: string | null }

async function previewPost({ title = UNTITLED, excerpt = "", content = "", coverImageUrl = null }: Post) {
  const [cover = null] = await listPictures([mediaKey(coverImageUrl)].filter((key) => key !== undefined))
  const post = {
    id: 0,
    title: frenchSpaces(title),
    excerpt: frenchSpaces(excerpt),
    coverImageUrl,
    cover,
    publishedAt: null,
  }
  return { kind: "post" as const, title: post.title, post, contentHtml: await render(content) }
}

const render = async (markdown: string) => withPlayers(await illustrated(await renderMarkdown(markdown)))
