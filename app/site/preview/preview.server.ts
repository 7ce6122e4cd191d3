import { letterSchema } from "#app/audience/letters/manage/letter-form.schema.ts"
import { findEditedLetter } from "#app/audience/letters/manage/manage-letters.server.ts"
import { renderLetterForSite } from "#app/audience/letters/template/render-for-site.server.ts"
import { illustrated } from "#app/content/illustrated.server.ts"
import { findPreview } from "#app/content/drafts/preview-links.server.ts"
import { listPictures } from "#app/db/pictures.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { posts } from "#app/writing/blog/type.server.ts"
import { postSchema } from "#app/writing/blog/post-form.schema.ts"
import { pages } from "#app/writing/pages/type.server.ts"
import { pageSchema } from "#app/writing/pages/page-form.schema.ts"
import { previewDraftEpisode, previewEpisode } from "./preview-episode.server.ts"
import { previewNews } from "./preview-news.server.ts"
import { readLeniently } from "./read-leniently.ts"

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
  const page: { title?: string; content?: string } | undefined = values
    ? readLeniently(pageSchema, values)
    : await pages.store.find(itemId ?? 0)
  if (!page) return undefined
  const { title = UNTITLED, content = "" } = page
  return { kind: "page" as const, title: frenchSpaces(title), contentHtml: await render(content) }
}

/** What stands where a draft has no title any more. */
const UNTITLED = "Sans titre"

type Post = { title?: string; excerpt?: string; content?: string; coverImageUrl?: string | null }

async function previewPost({ title = UNTITLED, excerpt = "", content = "", coverImageUrl = null }: Post) {
  const [cover = null] = await listPictures([mediaKey(coverImageUrl)].filter((key) => key !== undefined))
  const post = {
    title: frenchSpaces(title),
    excerpt: frenchSpaces(excerpt),
    coverImageUrl,
    cover,
    publishedAt: null,
  }
  return { kind: "post" as const, title: post.title, post, contentHtml: await render(content) }
}

const render = async (markdown: string) => illustrated(await renderMarkdown(markdown))
