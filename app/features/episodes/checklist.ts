import { mediaKey } from "#app/lib/media.ts"

type Checked = { thumbnailUrl: string; audioUrl: string; description: string }

/** Something to look at before an episode is published; advice, which nothing waits for. */
export type Check = { label: string; isDone: boolean; advice: string }

/** @param undescribed the keys of the library's pictures that have no alternative text */
export function checkEpisode(
  { thumbnailUrl, audioUrl, description }: Checked,
  undescribed: string[],
): Check[] {
  const count = countUndescribed(description, undescribed) + Number(isUndescribed(thumbnailUrl, undescribed))
  return [
    { label: "Image", isDone: thumbnailUrl !== "", advice: "le site affichera une image de remplacement" },
    { label: "Son", isDone: audioUrl !== "", advice: "l’épisode ne pourra pas être écouté ici" },
    { label: "Description", isDone: description.trim() !== "", advice: "de quoi parle l’épisode ?" },
    {
      label: "Textes alternatifs",
      isDone: count === 0,
      advice: count > 1 ? `il en manque à ${count} images` : "il en manque à une image",
    },
  ]
}

/** Further ones are not looked at. */
export const MAX_PICTURES = 200

type Shown = { thumbnailUrl: string | null; description: string }

/** The keys of the library's pictures that an episode shows, each once. */
export function keysIn({ thumbnailUrl, description }: Shown) {
  const keys = [...`${thumbnailUrl} ${description}`.matchAll(/\/media\/([\w-]{22})\//g)]
  return [...new Set(keys.map(([, key = ""]) => key))].slice(0, MAX_PICTURES)
}

const PICTURE = /!\[([^[\]]{0,500})\]\(\s{0,10}([^\s)]{0,2000})/g

/** The pictures of a Markdown text that say nothing to who does not see them. */
function countUndescribed(markdown: string, undescribed: string[]) {
  const silent = [...markdown.matchAll(PICTURE)].filter(([, alt = ""]) => alt.trim() === "")
  return silent.filter(([, , url = ""]) => mediaKey(url) === undefined || isUndescribed(url, undescribed))
    .length
}

function isUndescribed(address: string, undescribed: string[]) {
  return undescribed.includes(mediaKey(address) ?? "")
}
