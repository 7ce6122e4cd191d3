import { isGhost } from "./ghost/is-ghost.ts"
import { isTable } from "./tables/is-table.ts"

/** By so much a file is recognised. */
const HEAD_BYTES = 16_384

/**
 * What was chosen: a feed, or another site's export, which an archive, several files and those that say so themselves are. Ghost's
 * does not say where its site is.
 */
export async function recogniseFiles(files: File[]): Promise<"feed" | "export" | "ghost"> {
  const heads = await Promise.all(files.map(async (file) => file.slice(0, HEAD_BYTES).arrayBuffer()))
  const texts = heads.map((head) => new TextDecoder("latin1").decode(head))
  if (texts.some(isGhost)) return "ghost"
  const isOne = texts.some(
    (text) => PACKED.some((sign) => text.startsWith(sign)) || WORDPRESS.test(text) || isTable(text),
  )
  return files.length > 1 || isOne ? "export" : "feed"
}

/** How a zip begins, and what gzip packed. */
const PACKED = ["PK", "\u001f\u2039"]
const WORDPRESS = /wordpress\.org\/export\//
