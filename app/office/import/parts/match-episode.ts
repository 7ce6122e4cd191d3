import { simplify } from "#app/kit/lib/tables.ts"

/** By what an episode's file may be called. */
export type Known = {
  id: number
  title: string
  guid: string | null
  season: number | null
  number: number | null
}

/** Finds the episode that a file's name means; none where it could be several. */
export function createEpisodeMatcher(episodes: readonly Known[]) {
  const byGuid = new Map<string, number | undefined>()
  const byTitle = new Map<string, number | undefined>()
  const byNumber = new Map<string, number | undefined>()
  const put = (map: Map<string, number | undefined>, key: string, id: number) => {
    if (key !== "") map.set(key, map.has(key) ? undefined : id)
  }
  for (const { id, title, guid, season, number } of episodes) {
    put(byGuid, plain(guid ?? ""), id)
    put(byTitle, plain(title), id)
    if (number === null) continue
    put(byNumber, String(number), id)
    if (season !== null) put(byNumber, `${season}.${number}`, id)
  }
  return (file: string) => {
    const stem = stemOf(file)
    const name = plain(stem)
    return (
      byGuid.get(name) ??
      byTitle.get(name) ??
      byNumber.get(numberIn(stem)) ??
      byTitle.get(withoutNumber(name))
    )
  }
}

/** `dossier/12 - Titre.fr.vtt` is called `12 - Titre`. */
const stemOf = (file: string) =>
  (file.split(/[/\\]/).at(-1) ?? "")
    .slice(0, 300)
    .replace(/\.(vtt|srt|json|txt|html?)$/i, "")
    .replace(/[._-](transcript(ion)?|chapters|chapitres|[a-z]{2}(-[a-z]{2})?)$/i, "")

/** Letters and digits alone: file systems write others as they can. */
const plain = (text: string) =>
  simplify(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** `s02e07`, `2x07`, `ep-12`, `0012 - Titre`, `12` */
function numberIn(stem: string) {
  const [, season, number] =
    /(?:^|[^a-z])s(?:aison)?\s?(\d{1,4})\s?[-_. ]?\s?e(?:p)?\s?(\d{1,5})/i.exec(stem) ?? []
  if (season && number) return `${Number(season)}.${Number(number)}`
  const [, first] = /^(?:ep(?:isode)?|épisode|round|n°|#)?[\s._-]{0,3}(\d{1,5})(?!\d)/i.exec(stem) ?? []
  return first ? String(Number(first)) : ""
}

const withoutNumber = (name: string) => name.replace(/^(?:ep|episode|round)?\s?\d{1,5}\s/, "")
