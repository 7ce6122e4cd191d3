import { z } from "zod"
import { placeLosses } from "./places.ts"
import { addressLine, audioLine, podcastPlayer } from "./players.ts"
import { galleryOf } from "./shortcodes.ts"

type Block = { name: string; isClosing: boolean; isEmpty: boolean; attributes: string }

/** Whether a text was written with the block editor: its lines mean nothing. */
export const hasBlocks = (content: string) => content.includes("<!-- wp:")

/**
 * Takes out of a text the comments that the block editor parts it by, and writes out those that stand for something: galleries by
 * ids, addresses to embed, sounds. Whatever the site of the export would have made of a block is told.
 *
 * @param sound what the text is an episode of
 */
export function expandBlocks(content: string, sound: string | null) {
  const pieces: string[] = []
  const unknown: { what: string; at: number }[] = []
  /** Older galleries have their pictures inside, or only their ids. */
  let gallery: { ids: string; begin: number } | undefined

  function openGallery({ attributes }: Block) {
    gallery ??= { ids: galleryOf(readAttributes(attributes).ids.join(" ")), begin: pieces.length }
  }

  function closeGallery() {
    if (gallery && !pieces.slice(gallery.begin).join("").includes("<img")) pieces.push(gallery.ids)
    gallery = undefined
  }

  function take(block: Block, at: number) {
    const { name, isClosing, isEmpty } = block
    if (name === "gallery" && !isEmpty) return isClosing ? closeGallery() : openGallery(block)
    if (!isEmpty) return undefined
    const { ids, url, src, id } = readAttributes(block.attributes)
    if (name === "gallery") pieces.push(galleryOf(ids.join(" ")))
    else if (name === "image") pieces.push(galleryOf(String(id ?? "")))
    else if (/^(core-)?embed\b/.test(name)) pieces.push(url ? addressLine(url) : "")
    else if (name === "audio" || name === "video") pieces.push(audioLine(src ?? "", sound))
    else if (podcastPlayer(name)) {
      if (sound === null) unknown.push({ what: "lecteur de podcast", at })
    } else if (!SILENT.has(name)) unknown.push({ what: `bloc «\u00a0${name}\u00a0»`, at })
    return undefined
  }

  let from = 0
  for (;;) {
    const start = content.indexOf("<!--", from)
    const end = start === -1 ? -1 : content.indexOf("-->", start)
    if (end === -1) break
    pieces.push(content.slice(from, start))
    const [, slash, name = "", attributes = ""] = BLOCK.exec(content.slice(start + 4, end)) ?? []
    if (name) take({ name, isClosing: slash === "/", isEmpty: attributes.endsWith("/"), attributes }, start)
    from = end + 3
  }
  pieces.push(content.slice(from))
  return { html: pieces.join(""), losses: placeLosses(content, unknown) }
}

function readAttributes(written: string) {
  const json = written.slice(0, MAX_ATTRIBUTES).replace(/\/$/, "")
  try {
    return attributesSchema.parse(JSON.parse(json || "{}"))
  } catch {
    return attributesSchema.parse({})
  }
}

const attributesSchema = z.object({
  ids: z.array(z.union([z.number(), z.string()])).catch([]),
  id: z.number().int().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  src: z.string().optional().catch(undefined),
})

const BLOCK = /^\s{0,9}(\/?)wp:([a-z][\w/-]{0,100})\s?([^]*?)\s{0,9}$/
const MAX_ATTRIBUTES = 20_000
const SILENT = new Set([
  ...["more", "nextpage", "spacer", "separator", "social-links", "post-title", "post-date", "post-author"],
  ...["post-featured-image", "comments", "post-comments", "table-of-contents", "yoast-seo/table-of-contents"],
])
