import { listPictures } from "#app/db/pictures.server.ts"
import { mediaKey } from "#app/lib/media.ts"
import type { Picture } from "#app/lib/pictures.ts"
import { getSettings } from "#app/lib/settings.server.ts"
import { loadCards } from "./cards.server.ts"
import { type Block, toBlocks } from "./letter-blocks.ts"
import type { Known } from "./written-letter.ts"

const MAX_PICTURES = 200

type Options = {
  /** Addresses of pictures to know beside its own. */
  further?: string[]
  /** Whether films and sounds play where it is read. */
  plays?: boolean
}

/** A letter's content in blocks, with all that the database knows of what they name. */
export async function readLetter(
  content: string,
  { further = [], plays }: Options = {},
): Promise<{ blocks: Block[]; known: Known }> {
  const { publicUrl } = getSettings()
  const blocks = toBlocks(content, publicUrl, plays)
  const contents = blocks.flatMap((block) => (block.kind === "card" ? [block.content] : []))
  const [cards, pictures] = await Promise.all([
    loadCards(contents, publicUrl),
    listPictures(pictureKeys([...further, ...blocks.flatMap(picturesOf)])),
  ])
  const known = new Map<string, Picture>(pictures.map((picture) => [picture.key, picture]))
  for (const { picture } of cards.values()) if (picture) known.set(picture.key, picture)
  return { blocks, known: { publicUrl, cards, pictures: known } }
}

/** The addresses of the pictures that a block shows. */
export function picturesOf(block: Block): string[] {
  if (block.kind === "picture") return [block.src]
  if (block.kind !== "flow") return []
  return block.tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "image")
    .map((image) => String(image.attrGet("src") ?? ""))
}

function pictureKeys(addresses: string[]) {
  const keys = addresses.flatMap((address) => mediaKey(address) ?? [])
  return [...new Set(keys)].slice(0, MAX_PICTURES)
}
