import { type Chapter, cleanChapters } from "./chapters.ts"

/** More than any list of chapters holds. */
const MAX_FOUND = 5_000

/** Chapters as Podcasting 2.0 has them (JSON chapters 1.2.0). @returns none where there is nothing to read */
export function readChaptersJson(text: string): Chapter[] {
  const json = parse(text)
  if (!isRecord(json) || !Array.isArray(json.chapters)) return []
  return cleanChapters(
    json.chapters
      .slice(0, MAX_FOUND)
      .filter(isRecord)
      .map(({ startTime, title, img, url, toc }) => ({
        start: typeof startTime === "number" ? 1_000 * startTime : Number.NaN,
        title: typeof title === "string" ? title : undefined,
        linkUrl: url,
        imageUrl: img,
        isHidden: toc === false,
      })),
  )
}

/** The other way round. @param toUrl where a picture is */
export function writeChaptersJson(
  { title, chapters }: { title: string; chapters: Chapter[] },
  toUrl: (address: string) => string,
) {
  return JSON.stringify({ version: "1.2.0", title, chapters: chapters.map((one) => toJson(one, toUrl)) })
}

function toJson({ start, title, imageUrl, linkUrl, isHidden }: Chapter, toUrl: (address: string) => string) {
  return {
    startTime: start / 1_000,
    title,
    ...(imageUrl && { img: toUrl(imageUrl) }),
    ...(linkUrl && { url: linkUrl }),
    ...(isHidden && { toc: false }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""))
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
