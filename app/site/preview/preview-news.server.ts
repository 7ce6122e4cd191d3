import { listCaptions } from "#app/db/captions.server.ts"
import { illustrated } from "#app/content/illustrated.server.ts"
import { listPictures } from "#app/db/pictures.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { news } from "#app/writing/news/type.server.ts"
import { readMedia } from "#app/writing/news/media-list.ts"
import { newsSchema } from "#app/writing/news/news-form.schema.ts"
import { pictureOf } from "#app/writing/news/news.schema.ts"
import { mediaOf } from "#app/writing/news/shown-media.ts"
import { readLeniently } from "./read-leniently.ts"

/** Not the item's own number, at which the card opens its film. */
const WALL = -1

/** A news item as it is saved (`id`), or as a draft will make it: its card, and under it its gallery. */
export async function previewNews(values: Record<string, string> | undefined, id: number) {
  const item = values ? readLeniently(newsSchema.in, values) : await news.store.find(id)
  if (!item) return undefined
  const { title = "Sans titre", content = "", mediaType = "article", category = "cko-news" } = item
  const isArticle = mediaType === "article"
  const shown = { mediaType, mediaUrl: isArticle ? null : (item.mediaUrl ?? null) }
  const thumbnailUrl = item.thumbnailUrl ?? null
  const further = isArticle ? [] : readMedia(item.media ?? "")
  const addresses = [{ ...shown, thumbnailUrl }, ...further].map((medium) => pictureOf(medium))
  const keys = addresses.map((address) => mediaKey(address)).filter((key) => key !== undefined)
  const pictures = await listPictures([...new Set(keys)])
  const findPicture = (address: string | null) =>
    pictures.find(({ key }) => key === mediaKey(address)) ?? null
  const card = {
    id,
    title: frenchSpaces(title),
    ...shown,
    thumbnailUrl,
    mediaCaption: frenchSpaces(item.mediaCaption ?? ""),
    captions: await listCaptions(item.mediaUrl ?? null),
    // They stand under the card.
    further: 0,
    picture: findPicture(addresses[0] ?? null),
    category,
    externalUrl: item.externalUrl ?? null,
    publishedAt: null,
    excerpt: "",
    contentHtml: await illustrated(await renderMarkdown(content)),
  }
  const others = await Promise.all(
    further.map(async (medium, index) => ({
      ...medium,
      caption: frenchSpaces(medium.caption),
      captions: await listCaptions(medium.mediaUrl),
      picture: findPicture(addresses[index + 1] ?? null),
    })),
  )
  const album = { ...card, id: WALL, further: others.length }
  const media = others.length > 0 ? mediaOf([album], new Map([[WALL, others]])) : []
  return { kind: "news" as const, title: card.title, card, media }
}
