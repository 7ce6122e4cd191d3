import { z } from "zod"
import { RESERVED_FOR } from "#app/kit/lib/reserved.ts"

// What each line of an archive's `data/*.jsonl` is (docs/decisions/export.md). A field that is added leaves VERSION as it is; one
// that goes, or means something else, is another version.

export const FORMAT = "cko-export"
export const VERSION = 1

const id = z.int()
const time = z.iso.datetime().nullable().describe("UTC")
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const count = z.int().min(0)
const markdown = z.string().describe("Markdown; files of the library are named by their paths in the archive")
const address = z.string().describe("a web address, or the path of a file of the archive")
const file = z.string().describe("a path in the archive")
const milliseconds = z.number().min(0)

const dated = { createdAt: time, updatedAt: time }
const written = { id, title: z.string(), isPublished: z.boolean(), publishedAt: time, ...dated, file }
const signed = { author: z.string().describe("how whoever wrote it signs; empty where they do not") }

/** By the name of their file, without what tells of persons. */
const CONTENT_SHAPES = {
  episodes: z.object({
    ...written,
    ...signed,
    page: address.describe("its page on the site"),
    guid: z.string().describe("what its feed's readers know it by"),
    subtitle: z.string(),
    description: markdown,
    credits: markdown,
    season: z.int().nullable(),
    number: z.int().nullable(),
    type: z.enum(["full", "trailer", "bonus"]),
    isExplicit: z.boolean(),
    guestNames: z.string(),
    hasNoGuest: z.boolean(),
    guests: z.array(z.object({ id, name: z.string() })),
    links: z.array(z.object({ label: z.string(), url: z.string() })),
    picture: address.nullable(),
    sound: z
      .object({
        address,
        type: z.string().nullable(),
        bytes: z.number().nullable(),
        durationSeconds: z.int().nullable(),
      })
      .nullable(),
    youtube: z.string().nullable(),
    spotify: z.string().nullable(),
    reserved: z
      .object({
        for: z.enum(RESERVED_FOR),
        days: z.int().nullable(),
        until: day.nullable().describe("the day on which it opens to all"),
        levelId: id.nullable().describe("null where it is for all supporters"),
        isHidden: z.boolean().describe("its page is away meanwhile"),
        sound: address.nullable().describe("what supporters hear in the place of its sound"),
      })
      .optional()
      .describe("of one that is, or was, for supporters"),
    chapters: z.array(
      z.object({
        start: milliseconds,
        title: z.string(),
        link: z.string().optional(),
        picture: address.optional(),
        isHidden: z.boolean().optional(),
      }),
    ),
    soundbites: z.array(z.object({ start: milliseconds, duration: milliseconds, title: z.string() })),
    commenting: z.enum(["automatic", "open", "closed"]),
    views: count,
    likes: count,
    comments: count,
    downloads: count,
  }),
  transcripts: z.object({
    episodeId: id,
    isPublished: z.boolean(),
    source: z.enum(["text", "address", "feed", "command"]),
    ...dated,
    cues: z.array(
      z.object({
        start: milliseconds.nullable(),
        end: milliseconds.nullable(),
        speaker: z.string().optional(),
        text: z.string(),
      }),
    ),
  }),
  news: z.object({
    ...written,
    ...signed,
    text: markdown,
    category: z.string(),
    kind: z.enum(["article", "image", "video"]),
    link: z.string().nullable(),
    source: z.string(),
    thumbnail: address.nullable(),
    media: z.array(
      z.object({
        kind: z.enum(["article", "image", "video"]),
        address,
        thumbnail: address.nullable(),
        caption: z.string(),
      }),
    ),
  }),
  blog: z.object({
    ...written,
    ...signed,
    page: address.describe("its page on the site"),
    slug: z.string(),
    excerpt: z.string(),
    text: markdown,
    picture: address.nullable(),
  }),
  pages: z.object({
    ...written,
    ...signed,
    page: address.describe("its address on the site"),
    slug: z.string(),
    summary: z.string(),
    text: markdown,
  }),
  guests: z.object({
    id,
    name: z.string(),
    slug: z.string(),
    page: address.describe("their page on the site"),
    role: z.string(),
    link: z.string().nullable(),
    picture: address.nullable(),
    episodes: z.array(id),
    ...dated,
    file,
  }),
  comments: z.object({
    id,
    episodeId: id,
    repliesTo: id.nullable(),
    isPodcast: z.boolean().describe("the podcast's own reply"),
    author: z.string(),
    email: z.string().nullable().optional().describe("with personal data only"),
    text: z.string().nullable().describe("null where only its place above replies is left"),
    createdAt: time,
    state: z
      .enum(["visible", "pending", "hidden", "removed"])
      .describe("without personal data, what visitors read"),
    isApproved: z.boolean().optional().describe("with personal data only"),
    isImported: z.boolean(),
  }),
  redirects: z.object({
    id,
    from: z.string(),
    to: z.string().nullable().describe("null where nothing is any more (410)"),
    ...dated,
  }),
  letters: z.object({
    id,
    ...signed,
    subject: z.string(),
    previewText: z.string(),
    senderName: z.string(),
    text: markdown,
    topic: z.string(),
    isArchived: z.boolean(),
    state: z.string(),
    scheduledAt: time,
    startedAt: time,
    endedAt: time,
    announcedEpisodeId: id.nullable(),
    digestOf: z.string().nullable(),
    recipients: z.record(z.string(), count).describe("how many there are in each state"),
    cameBack: z.record(z.string(), count),
    ...dated,
  }),
  levels: z.object({
    id,
    name: z.string(),
    rank: z.int().describe("a higher one opens what lower ones open, too"),
    months: z.int().default(1).describe("for how many months a payment opens it"),
    price: z.string().describe("as hosts say it"),
    text: markdown,
    payUrl: z.string().nullable(),
    ...dated,
  }),
  "audience-days": z.object({ day, measure: z.string(), episodeId: id, label: z.string(), count: z.int() }),
  "audience-months": z.object({
    month: day.describe("its first day"),
    measure: z.string(),
    episodeId: id,
    label: z.string(),
    count: z.int(),
  }),
  "subscribers-by-day": z.object({ day, joined: z.int(), gone: z.int() }),
  media: z.object({
    id,
    title: z.string(),
    kind: z.enum(["image", "audio", "video", "text", "document"]),
    type: z.string(),
    page: address.describe("its address on the site"),
    file: file.nullable().describe("null where it is missing, or media were left out"),
    original: file.nullable().describe("as it was uploaded, where that is not what browsers show"),
    captions: z.array(z.object({ language: z.string(), file })),
    bytes: z.number(),
    sha256: z.string().describe("of what was uploaded"),
    alt: z.string(),
    focus: z.object({ x: z.number(), y: z.number() }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    durationMs: z.int().nullable(),
    ...dated,
  }),
}

const PERSONAL_SHAPES = {
  subscribers: z.object({
    id,
    email: z.string(),
    name: z.string(),
    state: z.enum(["subscribed", "unconfirmed", "suppressed", "unsubscribed"]),
    topics: z.array(z.string()),
    consent: z.object({ at: time, origin: z.string().nullable(), wording: z.string().nullable() }),
    createdAt: time,
    confirmedAt: time,
    suppressedAt: time,
    unsubscribedAt: time,
  }),
  supporters: z.object({
    id,
    email: z.string(),
    name: z.string(),
    levelId: id.nullable().describe("null where somebody has what all supporters have"),
    until: day.nullable().describe("the last day, in Europe/Paris; null is for good"),
    renews: z.boolean().default(false).describe("payments that come extend it"),
    origin: z.string(),
    note: z.string(),
    hasFeed: z.boolean().default(true),
    ...dated,
  }),
  "leaving-reasons": z.object({ day, reason: z.string(), words: z.string() }),
  messages: z.object({
    id,
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    text: z.string(),
    createdAt: time,
    readAt: time,
    archivedAt: time,
    doneAt: time,
    replies: z.array(z.object({ text: z.string(), createdAt: time, outcome: z.string().nullable() })),
  }),
  bans: z.object({ id, kind: z.enum(["email", "word"]), value: z.string(), createdAt: time }),
}

export const SHAPES = { ...CONTENT_SHAPES, ...PERSONAL_SHAPES }
export type Shape = keyof typeof SHAPES
export type Line<Name extends Shape> = z.input<(typeof SHAPES)[Name]>

/** The shapes of an archive (product.md 52.3). */
export function shapesOf(hasPersonalData: boolean) {
  return Object.keys(hasPersonalData ? SHAPES : CONTENT_SHAPES) as Shape[]
}

/** As files of the archive. */
export function writeSchema(name: Shape) {
  return `${JSON.stringify({ $id: `${FORMAT}/${VERSION}/${name}`, ...z.toJSONSchema(SHAPES[name]) }, null, 2)}\n`
}

/** Of what databases may hold, JSON's readers take the years from 0 to 9999. */
export function toTime(date: Date | null) {
  const text = date && !Number.isNaN(date.getTime()) ? date.toISOString() : null
  return text && /^\d{4}-/.test(text) ? text : null
}
