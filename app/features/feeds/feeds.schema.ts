import type { FeedItem, SkippedItem } from "./feed-item.ts"

/** What belongs to the feed until the hosts edit it. */
export type FeedField = Exclude<keyof FeedItem, "guid">

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
  thumbnailUrl: "image",
  youtubeUrl: "lien YouTube",
  spotifyUrl: "lien Spotify",
  publishedAt: "date de publication",
}

/** How many changes and how many skipped items are shown; all of them are counted. */
export const MAX_SHOWN = 200

export type ImportReport = { created: number; updated: number; unchanged: number; skipped: SkippedItem[] }

/** An episode that an import would create, or update in the fields named (in French). */
export type ImportChange = { kind: "create" | "update"; title: string; guest: string; fields: string[] }

/** `digest` stands for the feed's items as they were when this was made. */
export type ImportPreview = ImportReport & { changes: ImportChange[]; digest: string }

type Shown<Result> = Result & { skippedCount: number }

/** A line of the answer to an import asked for by a page. The last one is a preview, a report or an error. */
export type ImportMessage =
  | { phase: "read"; bytes: number; totalBytes?: number; items: number }
  | { phase: "write"; done: number; total: number }
  /** `lack`: what the feed lacks to be a podcast's, in French. */
  | { preview: Shown<ImportPreview> & { lack?: string } }
  | { report: Shown<ImportReport> }
  /** `changed`: the feed is no longer the one that was previewed. */
  | { error: string; changed?: boolean }
