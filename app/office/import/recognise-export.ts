import { isPeopleList } from "#app/audience/newsletter/import/is-people-list.ts"
import { isGhost } from "./ghost/is-ghost.ts"
import { isMedium } from "./medium/is-medium.ts"
import { partOf } from "./parts/is-part.ts"
import { isSubstack, isSubstackArchive } from "./substack/is-substack.ts"
import { isTable } from "./tables/is-table.ts"

/** By so much a file is recognised. */
const HEAD_BYTES = 16_384
/** An archive lists its files at its end, of 10,000 posts with all that lies beside them in less. */
const LIST_BYTES = 4_000_000

/**
 * What was chosen: a feed, or another site's export, which an archive, several files and those that say so themselves are. Ghost's
 * and Substack's do not say where their site is.
 */
export async function recogniseFiles(files: File[]): Promise<"feed" | "export" | "unaddressed"> {
  const heads = await Promise.all(files.map(async (file) => file.slice(0, HEAD_BYTES).arrayBuffer()))
  const texts = heads.map((head) => new TextDecoder("latin1").decode(head))
  if (texts.some((text) => isGhost(text) || isSubstack(text))) return "unaddressed"
  for (const [index, text] of texts.entries()) {
    const tail = text.startsWith(ZIP) ? await files[index]?.slice(-LIST_BYTES).arrayBuffer() : undefined
    if (tail && isSubstackArchive(new TextDecoder("latin1").decode(tail))) return "unaddressed"
  }
  const isOne = texts.some(
    (text, place) =>
      PACKED.some((sign) => text.startsWith(sign)) ||
      WORDPRESS.test(text) ||
      isMedium(text) ||
      partOf(text) ||
      isTable(text) ||
      isPeopleList(files[place]?.name ?? "", new Uint8Array(heads[place] ?? [])),
  )
  return files.length > 1 || isOne ? "export" : "feed"
}

/** How a zip begins, and what gzip packed. */
const ZIP = "PK"
const PACKED = [ZIP, "\u001f\u2039"]
const WORDPRESS = /wordpress\.org\/export\//
