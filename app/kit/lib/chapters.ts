// Chapters of an episode: as they are stored, and as lines of text, which forms, versions and imports pass on.

import type { MediaTags } from "./media.ts"

/** Where a part of an episode begins, in milliseconds, and what it is about. */
export type Chapter = {
  start: number
  title: string
  linkUrl?: string
  imageUrl?: string
  /** Apps show its picture and leave it out of the list. */
  isHidden?: true
}

export const MAX_CHAPTERS = 500
export const MAX_CHAPTER_TITLE = 500
/** No sound lasts longer. */
const DAY_MS = 86_400_000

/** In milliseconds: `1:02:03`, `62:03`, `0:07.5`; undefined for anything else. */
export function parseClock(text: string) {
  const match = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(text)
  if (!match) return undefined
  const [, hours = "0", minutes = "0", seconds = "0", fraction = "0"] = match
  if (Number(seconds) > 59 || (match[1] !== undefined && Number(minutes) > 59)) return undefined
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const start = whole * 1_000 + Number(fraction.padEnd(3, "0"))
  return start <= DAY_MS ? start : undefined
}

/** The same where a number alone is seconds, as in feeds (RFC 2326, « npt »). */
export function parseNormalPlayTime(text: string) {
  const compact = text.slice(0, 30).trim()
  return /^\d{1,6}(?:\.\d{0,9})?$/.test(compact)
    ? Math.round(Number(compact) * 1_000)
    : parseClock(compact.replace(/(\.\d{3})\d{1,9}$/, "$1"))
}

/** « 0:09 », « 12:34 », « 1:04:09.5 ». */
export function writeClock(start: number) {
  const seconds = Math.floor(start / 1_000)
  const fraction = Math.round(start) % 1_000
  const two = (value: number) => String(value).padStart(2, "0")
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const clock = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
  return fraction > 0 ? `${clock}.${String(fraction).padStart(3, "0").replace(/0+$/, "")}` : clock
}

/** A line as it was typed: its time may be none. */
export type ChapterLine = {
  clock: string
  title: string
  linkUrl: string
  imageUrl: string
  isHidden: boolean
}

const SEPARATOR = " | "
const HIDDEN = "masqué"
const PICTURE = "image "

/** `12:34 Titre | https://lien | image https://… | masqué`: all but the time may be left out. */
export function readLine(line: string): ChapterLine {
  const parts = line.split(SEPARATOR)
  const read: ChapterLine = { clock: "", title: "", linkUrl: "", imageUrl: "", isHidden: false }
  while (parts.length > 1 && takeExtra(read, (parts.at(-1) ?? "").trim())) parts.pop()
  const text = parts.join(SEPARATOR).trim()
  const [first = ""] = /^\S+/.exec(text) ?? []
  const clock = first.replace(/^[([]/, "").replace(/[)\]:]$/, "")
  if (!/^\d[\d:.,h]*$/.test(clock)) return { ...read, title: text }
  return { ...read, clock, title: text.slice(first.length).trim() }
}

function takeExtra(read: ChapterLine, part: string) {
  if (part === HIDDEN && !read.isHidden) read.isHidden = true
  else if (part.startsWith(PICTURE) && read.imageUrl === "") read.imageUrl = part.slice(PICTURE.length).trim()
  else if (/^(https?:\/\/|www\.)\S+$/i.test(part) && read.linkUrl === "") read.linkUrl = part
  else return false
  return true
}

/** A line that `readLine` reads alike. */
export function writeLine({ clock, title, linkUrl, imageUrl, isHidden }: ChapterLine) {
  const name = title.replace(/ \| (?=(?:masqué$|image |https?:\/\/|www\.))/gi, " / ")
  const extras = [linkUrl.trim(), imageUrl.trim() && PICTURE + imageUrl.trim(), isHidden ? HIDDEN : ""]
  return [`${clock.trim()} ${name.trim()}`.trim(), ...extras.filter(Boolean)].join(SEPARATOR)
}

export function toLine({ start, title, linkUrl = "", imageUrl = "", isHidden }: Chapter): ChapterLine {
  return { clock: writeClock(start), title, linkUrl, imageUrl, isHidden: isHidden === true }
}

export function writeChapters(chapters: readonly Chapter[]) {
  return chapters.map((chapter) => writeLine(toLine(chapter))).join("\n")
}

/**
 * Chapters of a file or a feed, as far as they can be one's own: in order, one at a time, with a title and web addresses alone.
 *
 * @param found starts in milliseconds
 */
export function cleanChapters(
  found: readonly (Pick<Chapter, "start"> & { [Name in keyof Omit<Chapter, "start">]?: unknown })[],
): Chapter[] {
  const inOrder = found
    .map((chapter) => ({ ...chapter, start: Math.round(chapter.start) }))
    .filter(({ start }) => start >= 0 && start <= DAY_MS)
    .toSorted((a, b) => a.start - b.start)
  const known = new Map(inOrder.toReversed().map((chapter) => [chapter.start, chapter]))
  return [...known.values()]
    .toReversed()
    .slice(0, MAX_CHAPTERS)
    .map(({ start, title, linkUrl, imageUrl, isHidden }, index) => ({
      start,
      title: plain(title) || `Chapitre ${index + 1}`,
      ...(isWeb(linkUrl) && { linkUrl }),
      ...(isWeb(imageUrl) && { imageUrl }),
      ...(isHidden === true && { isHidden }),
    }))
}

/** What an import passed on as lines. */
export function chaptersOfLines(text: string) {
  const lines = text.split("\n").filter(Boolean).map(readLine)
  return cleanChapters(lines.map((line) => ({ ...line, start: parseClock(line.clock) ?? Number.NaN })))
}

/** What a file of JSON chapters (Podcasting 2.0) says; none for anything else. */
export function chaptersOfJson(json: unknown) {
  const list = isRecord(json) && Array.isArray(json.chapters) ? json.chapters.slice(0, 2 * MAX_CHAPTERS) : []
  return cleanChapters(
    list.filter(isRecord).map(({ startTime, title, img, url, toc }) => ({
      start: Number(startTime) * 1_000,
      title,
      imageUrl: img,
      linkUrl: url,
      isHidden: toc === false,
    })),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What the file of a sound says by itself. */
export function chaptersOfTags(tags: MediaTags | null) {
  const found = tags?.chapters ?? []
  return cleanChapters(found.map(({ start, title, url }) => ({ start: start * 1_000, title, linkUrl: url })))
}

function plain(title: unknown) {
  if (typeof title !== "string") return ""
  const line = title
    .slice(0, 4_000)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .toWellFormed()
    .trim()
  return line.slice(0, MAX_CHAPTER_TITLE).toWellFormed().trim()
}

function isWeb(address: unknown): address is string {
  return (
    typeof address === "string" &&
    address.length <= 2_000 &&
    /^https?:\/\/[^\s]+$/i.test(address) &&
    URL.canParse(address)
  )
}

/** The chapter that a moment belongs to, by its place in the list; -1 before the first one. @param seconds of any precision */
export function chapterAt(chapters: readonly Pick<Chapter, "start">[], seconds: number) {
  return chapters.findLastIndex(({ start }) => start <= seconds * 1_000)
}
