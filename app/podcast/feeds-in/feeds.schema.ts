import type { FeedItem } from "#app/db/schema/feed-item.ts"
import type { IdentityOffer, TakenIdentity } from "./identity/identity.ts"

/** What belongs to the feed until the hosts edit it. */
export type FeedField = Exclude<
  keyof FeedItem,
  "id" | "guid" | "isExtra" | "transcriptUrl" | "chaptersUrl" | "hostsOwn"
>

export const FIELD_LABELS: Record<FeedField, string> = {
  title: "titre",
  guest: "invité",
  description: "description",
  audioUrl: "fichier audio",
  audioType: "type du fichier audio",
  audioBytes: "taille du fichier audio",
  durationSeconds: "durée",
  season: "saison",
  number: "numéro",
  chapters: "chapitres",
  soundbites: "extraits",
  thumbnailUrl: "image",
  youtubeUrl: "lien YouTube",
  spotifyUrl: "lien Spotify",
  publishedAt: "date de publication",
}

/** An item that could not be taken, and why (in French, for the person who imports). */
export type SkippedItem = { position: number; title: string; reason: string }

/** How many skipped items and remarks are shown; all of them are counted. */
export const MAX_SHOWN = 200

/**
 * `drafts`: how many of the created ones; `linked`: episodes that were on the site by another way, and now belong to an item
 * too; `remarks`: what was not taken as the feed has it.
 */
export type ImportReport = {
  created: number
  drafts: number
  linked: number
  updated: number
  unchanged: number
  skipped: SkippedItem[]
  remarks: SkippedItem[]
}

export const NOTHING_DONE = { created: 0, linked: 0, updated: 0, unchanged: 0 }

export function emptyReport(): ImportReport {
  return { ...NOTHING_DONE, drafts: 0, skipped: [], remarks: [] }
}

/** What an import would do with one item; `twin` is the title of the episode that it would be linked with. */
export type ImportRow = {
  key: string
  kind: "create" | "update" | "link"
  title: string
  /** As the episode would have it; of one to be linked as the feed has it, for the case that it is another one. */
  guest: string
  publishedAt: string
  /** What it would overwrite, in French. */
  fields: string[]
  twin?: string
  /** As a new episode it would be one. */
  isDraft?: true
  /** What is not taken as the feed has it, in French. */
  remarks?: string[]
}

/** `digest` stands for the feed's items as they were when this was made. */
export type ImportPreview = ImportReport & { digest: string }

type Shown<Result> = Result & { skippedCount: number; remarkCount: number }

/** A line of the answer to an import asked for by a page. The last one is a preview, a report or an error. */
export type ImportMessage =
  | { phase: "read"; bytes: number; totalBytes?: number; items: number }
  | { phase: "write"; done: number; total: number }
  | { rows: ImportRow[] }
  /** `lack`: what the feed lacks to be a podcast's, in French. */
  | { preview: Shown<ImportPreview> & { lack?: string; identity?: IdentityOffer } }
  | { report: Shown<ImportReport> & { identity?: TakenIdentity } }
  /** `changed`: the feed, or what the site says of itself, is no longer the one that was previewed. */
  | { error: string; changed?: boolean }
