import type { FurtherMedium } from "./news-media.server.ts"
import type { NewsItem } from "./news.server.ts"

/** An item with as many media as `further` says beside its own. */
export type Album = Omit<NewsItem, "content">

/** What the lightbox shows: the further media of an item are `loading` until they are asked for. */
export type ShownMedium = {
  /** In the address: `12`, and `12-3` for the third one after the first. */
  key: string
  itemId: number
  title: string
  state: "ready" | "loading" | "failed"
} & FurtherMedium

/** The media of some items one after the other: all of the first one, then those of the next one. */
export function mediaOf(items: readonly Album[], known: ReadonlyMap<number, FurtherMedium[] | "failed">) {
  return items.flatMap((item): ShownMedium[] => {
    const { id: itemId, title, mediaType, mediaUrl, thumbnailUrl, mediaCaption, picture, captions } = item
    const first = {
      mediaUrl: mediaUrl ?? thumbnailUrl ?? "",
      thumbnailUrl,
      caption: mediaCaption,
      picture,
      captions,
    }
    const type = mediaType === "video" ? ("video" as const) : ("image" as const)
    const further = known.get(itemId)
    const rest: ShownMedium[] = Array.isArray(further)
      ? further.map((medium, index) => ({
          ...medium,
          key: `${itemId}-${index + 1}`,
          itemId,
          title,
          state: "ready",
        }))
      : Array.from({ length: item.further }, (_, index) => ({
          key: `${itemId}-${index + 1}`,
          itemId,
          title,
          state: further ?? "loading",
          mediaType: "image",
          mediaUrl: "",
          thumbnailUrl: null,
          caption: "",
          picture: null,
          captions: [],
        }))
    return [{ ...first, mediaType: type, key: String(itemId), itemId, title, state: "ready" }, ...rest]
  })
}

/** How many there are, as far as one can tell before all are loaded. @param counted of all items, loaded or not */
export function totalOf(items: readonly Album[], shown: readonly ShownMedium[], counted: number) {
  // What was added or removed since the page was made.
  const expected = items.reduce((sum, { further }) => sum + 1 + further, 0)
  return Math.max(counted + shown.length - expected, shown.length)
}
