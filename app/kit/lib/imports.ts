import type { Role } from "./roles.ts"

// What an import of another site goes through and consists of (docs/decisions/imports.md).

/** `reading` its files, `read` and waiting for the host, `running` or `paused`, `done`; `failed` nothing came of it. */
export const IMPORT_STATES = [
  ...(["reading", "read", "running", "paused", "done", "failed", "undoing", "undone"] as const),
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const IMPORTED_KINDS = [
  "site",
  "author",
  "category",
  "file",
  "text",
  "sound",
  "comment",
  "redirect",
  "like",
  "account",
  "profile",
  "guest",
  "part",
  "loss",
  // What a table is made of, until it is known what it is about.
  "table",
  "row",
  // Of what this program exported.
  "line",
] as const
/** What things became here. */
export const IMPORTED_TARGETS = [
  "episode",
  "post",
  "news",
  "page",
  "guest",
  "comment",
  "redirect",
  "transcript",
] as const
export type ImportedTarget = (typeof IMPORTED_TARGETS)[number]

/** So long an import can be taken back. */
export const UNDO_DAYS = 7

/** What becomes of a category's posts, or of all others: `news:` stands before the category that the news get. */
export type Fate = "post" | "none" | `news:${string}`

export type ImportChoices = {
  /** Of the posts in none of the categories below. */
  posts: Fate
  /** By category of the source. */
  categories: Record<string, Fate>
  pages: boolean
  news: boolean
  episodes: boolean
  comments: boolean
  /** What was not to be read by everybody. */
  drafts: boolean
  /** Whoever had an account there gets one, with the role and password of there. */
  accounts: boolean
  /** Pictures and sounds come into the library. */
  copies: boolean
  /** Whether episodes get the transcripts and chapters that lie beside: transcripts to be looked at first, or to be read by all. */
  transcripts: "none" | "draft" | "public"
}

export const TEXT_TYPES = ["episode", "post", "news", "page"] as const
export type TextType = (typeof TEXT_TYPES)[number]

export type ImportFindings = {
  title: string
  /** By type of text: how many, of them published; how many were here already (of them changed there, or edited here); some titles. */
  texts: Record<
    TextType,
    { count: number; published: number; known: number; changed: number; edited: number; titles: string[] }
  >
  /** Those of episodes can come along. */
  comments: { count: number; onEpisodes: number }
  likes?: number
  /** People who came; `known` are here already. */
  guests?: { count: number; known: number }
  /** That the other site had already. */
  redirects?: number
  /** Pictures and sounds that the files speak of. */
  files: number
  /** The most used first. */
  categories: { id: string; name: string; count: number }[]
  authors: { name: string; hasAccount: boolean }[]
  /** Those that are not here yet, by the role that they would have. */
  accounts?: Record<Role, number>
  /** Files that episodes lack, those whose episodes have one, and those of no episode. */
  parts?: { transcripts: number; chapters: number; known: number; unknown: number; unknownNames: string[] }
  /** What this program exported of a site: how many lines of each kind, and whether this site has contents of its own, which they need not. */
  archive?: { counts: Record<string, number>; isHereEmpty: boolean }
  /** What does not come along, by what it is: how often, and where first. */
  losses: { what: string; count: number; examples: string[] }[]
}

export type ImportReport = {
  /** By what they became. */
  targets: Record<
    ImportedTarget,
    { created: number; updated: number; unchanged: number; edited: number; skipped: number }
  >
  /** Pictures and sounds that wait to be copied. */
  copies: number
  /** That were made. Reports of before have none. */
  accounts?: number
  /** Episodes that got chapters. */
  chapters?: number
  /** By kind, what came of an archive of this program. */
  lines?: Record<string, number>
  remarks: { title: string; reason: string }[]
  remarkCount: number
  /** While rules are written: the last text that has its own, and how many could not be. */
  led?: { upTo: string; left: number }
  /** Once it was taken back: what went, and what stayed because it was edited. */
  undone?: { removed: number; kept: number }
}

export type Imported = { findings: ImportFindings; choices: ImportChoices; report: ImportReport }
