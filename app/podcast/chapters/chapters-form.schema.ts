import { optionalLines } from "#app/kit/form/form-fields.ts"
import {
  type Chapter,
  type ChapterLine,
  MAX_CHAPTER_TITLE,
  MAX_CHAPTERS,
  parseClock,
  readLine,
  writeClock,
} from "#app/kit/lib/chapters.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"

/** The chapters of an episode, one a line (app/kit/lib/chapters.ts), in any order. */
export function chaptersField() {
  return optionalLines("Les chapitres", 200_000).transform((text, { addIssue }) => {
    const { chapters, problem } = readChapters(text)
    if (problem) addIssue(problem)
    return chapters
  })
}

/** @returns what is wrong with the first bad line, in French */
export function readChapters(text: string): { chapters: Chapter[]; problem?: string } {
  const chapters = new Map<number, Chapter>()
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const where = `Les chapitres, ligne ${index + 1}\u00a0:`
    const { chapter, problem } = readChapter(readLine(line))
    if (!chapter) return { chapters: [], problem: `${where} ${problem}` }
    if (chapters.has(chapter.start))
      return { chapters: [], problem: `${where} un autre chapitre commence à ${writeClock(chapter.start)}` }
    if (chapters.size === MAX_CHAPTERS)
      return { chapters: [], problem: `Il y a plus de ${MAX_CHAPTERS} chapitres` }
    chapters.set(chapter.start, chapter)
  }
  return { chapters: [...chapters.values()].toSorted((a, b) => a.start - b.start) }
}

type Read = { chapter: Chapter; problem?: undefined } | { chapter?: undefined; problem: string }

function readChapter({ clock, title, isHidden, ...addresses }: ChapterLine): Read {
  const start = parseClock(clock)
  if (start === undefined)
    return { problem: "il manque son heure, comme 12:34 ou 1:02:03, à 24 heures au plus" }
  if (title === "") return { problem: "il manque le titre" }
  if (title.length > MAX_CHAPTER_TITLE)
    return { problem: `le titre doit contenir moins de ${MAX_CHAPTER_TITLE} caractères` }
  const linkUrl = completeAddress(addresses.linkUrl)
  const imageUrl = completeAddress(addresses.imageUrl)
  if (linkUrl && !isWebAddress(linkUrl)) return { problem: "le lien doit commencer par https:// ou http://" }
  if (imageUrl && !isWebAddress(imageUrl) && !isSitePath(imageUrl))
    return { problem: "l’image doit être une adresse qui commence par https://, http:// ou /" }
  if (Math.max(linkUrl.length, imageUrl.length) > MAX_URL_LENGTH)
    return { problem: "une adresse est trop longue" }
  return {
    chapter: {
      start,
      title,
      ...(linkUrl && { linkUrl }),
      ...(imageUrl && { imageUrl }),
      ...(isHidden && { isHidden }),
    },
  }
}
