import { mediaKey } from "#app/kit/lib/media.ts"

type Checked = { thumbnailUrl: string; audioUrl: string; description: string }

/** Something to look at before an episode is published; advice, which nothing waits for. */
export type Check = {
  label: string
  isDone: boolean
  advice: string
  /** Pictures of the library that are to be described there. */
  pictures?: Undescribed[]
}
export type Undescribed = { id: number; key: string }

/** @param undescribed the library's pictures that have no alternative text */
export function checkEpisode(
  { thumbnailUrl, audioUrl, description }: Checked,
  undescribed: Undescribed[],
): Check[] {
  const addresses = [thumbnailUrl, ...listSilent(description)]
  const found = addresses.map((address) => undescribed.find(({ key }) => key === mediaKey(address)))
  const strangers = addresses.slice(1).filter((address) => mediaKey(address) === undefined)
  const count = found.filter(Boolean).length + strangers.length
  return [
    { label: "Image", isDone: thumbnailUrl !== "", advice: "le site affichera une image de remplacement" },
    { label: "Son", isDone: audioUrl !== "", advice: "l’épisode ne pourra pas être écouté ici" },
    { label: "Description", isDone: description.trim() !== "", advice: "de quoi parle l’épisode ?" },
    {
      label: "Textes alternatifs",
      isDone: count === 0,
      advice: count > 1 ? `il en manque à ${count} images` : "il en manque à une image",
      pictures: [...new Set(found.flatMap((picture) => picture ?? []))].slice(0, MAX_LINKS),
    },
  ]
}

/** Once these are described, further ones follow. */
const MAX_LINKS = 3
/** Further ones are not looked at. */
export const MAX_PICTURES = 200

type Shown = { thumbnailUrl: string | null; description: string }

/** The keys of the library's pictures that an episode shows, each once. */
export function keysIn({ thumbnailUrl, description }: Shown) {
  const keys = [...`${thumbnailUrl} ${description}`.matchAll(/\/media\/([\w-]{22})\//g)]
  return [...new Set(keys.map(([, key = ""]) => key))].slice(0, MAX_PICTURES)
}

const PICTURE = /!\[([^[\]]{0,500})\]\(\s{0,10}([^\s)]{0,2000})/g

/** The addresses of a Markdown text's pictures that say nothing there to who does not see them. */
function listSilent(markdown: string) {
  return [...markdown.matchAll(PICTURE)].flatMap(([, alt = "", url = ""]) => (alt.trim() === "" ? url : []))
}
