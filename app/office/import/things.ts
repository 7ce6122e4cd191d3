import type { MediaKind } from "#app/kit/lib/media.ts"
import type { MediaType } from "#app/media/processing/recognised.ts"
import type { Shape } from "../export/shapes.ts"

/**
 * What an export tells of, one thing after the other and in any order, in words of ours (docs/decisions/imports.md). Texts are
 * Markdown, addresses are absolute, times ISO 8601 in UTC. Each has an `id` of its source, by which it is known again the next time.
 */
export type Thing =
  | SiteThing
  | AuthorThing
  | CategoryThing
  | FileThing
  | TextThing
  | SoundThing
  | CommentThing
  | RedirectThing
  | LikeThing
  | AccountThing
  | ProfileThing
  | GuestThing
  | PartThing
  | LossThing
  | TableThing
  | RowThing
  | LineThing

/** Where all of it comes from: two exports of one site have one address. */
export type SiteThing = { kind: "site"; id: "site"; title: string; address: string }

/** Who signed texts, by the name that these say. */
export type AuthorThing = { kind: "author"; id: string; name: string; email: string | null }

export type CategoryThing = { kind: "category"; id: string; name: string }

/** A picture or a sound of the source: never its bytes. Texts name it `import:{id}`, where their source does by its id. */
export type FileThing = {
  kind: "file"
  id: string
  address: string
  title: string
  alt: string
  caption: string
}

export type TextThing = {
  kind: "text"
  id: string
  /** What it was there; the host says whether posts become articles or news. One with a sound is an episode. */
  type: "post" | "page" | "news"
  title: string
  /** As the source spells it, or empty. */
  slug: string
  /** Where it could be read, the newest first: each leads on to where it is here. */
  addresses: string[]
  content: string
  excerpt: string
  /** For search engines. */
  description: string
  /** `held` was to be seen by somebody only, who knew a password or had an account: a draft here. */
  state: "published" | "draft" | "scheduled" | "held"
  /** Null where its source says none, or none that there is. */
  publishedAt: string | null
  /** By the ids of what the source says of them. */
  author: string | null
  categories: string[]
  /** The picture that stands for it: a file's id, or an address. */
  picture: string | null
  sound: Sound | null
  /** What only news have. */
  news?: {
    category: string | null
    mediaType: "article" | "image" | "video"
    mediaUrl: string | null
    externalUrl: string | null
  }
  /** What of it Markdown does not know, and where in it. */
  losses: Loss[]
}

/** What makes a text an episode. */
export type Sound = {
  /** What its feed calls it by. */
  guid: string
  /** A file's id, or an address; empty where the source has none: an episode that is being made, or that only its feed knows. */
  address: string
  type: string | null
  bytes: number | null
  seconds: number | null
  season: number | null
  number: number | null
  episodeType: "full" | "trailer" | "bonus"
  isExplicit: boolean
  subtitle: string
  /** A picture of its own: a file's id, or an address. */
  picture: string | null
  /** A line each (app/kit/lib/chapters.ts), in order; empty where there are none. */
  chapters: string
  /** The address of what is said in it, or its own text as VTT. */
  transcript: { address: string } | { vtt: string } | null
  guests: string[]
  youtube?: string | null
  spotify?: string | null
  views?: number | null
  /** The number in its address there: it keeps that here where it is free. */
  keptId?: number | null
}

/** What another file of the same site knows of an episode: it completes the text that has its id, maybe in several steps. */
export type SoundThing = { kind: "sound"; id: string; sound: Partial<Omit<Sound, "guid">> }

export type CommentThing = {
  kind: "comment"
  id: string
  /** The text's id, and the comment's that it replies to. */
  of: string
  parent: string | null
  author: string
  email: string | null
  content: string
  at: string | null
  state: "visible" | "pending" | "hidden"
}

/** What led on there already. `from` is a path of the source, `to` one of it or an address of another site. */
export type RedirectThing = { kind: "redirect"; id: string; from: string; to: string }

/** Somebody liked an episode, by the name that their browser had. */
export type LikeThing = { kind: "like"; id: string; of: string; session: string; at: string | null }

type Person = { role: string; firstName: string; lastName: string; birthDate: string; country: string }

/** Who could sign in there; `hash` is their password's by bcrypt, or empty. */
export type AccountThing = { kind: "account"; id: string; email: string; hash: string } & Person

/** What another table says of an account. */
export type ProfileThing = { kind: "profile"; id: string; of: string } & Person

/** Somebody who came. `slug` is one, or empty; `link` and `picture` are addresses, or what stood in their place, or empty. */
export type GuestThing = {
  kind: "guest"
  id: string
  name: string
  slug: string
  role: string
  link: string
  picture: string
}

/** A transcript or chapters in a file of its own, whose name tells of which episode. */
export type PartThing = { kind: "part"; id: string; part: "transcript" | "chapters"; text: string }

/** What the source has and this site has nothing like, told once for all of its kind. */
export type LossThing = { kind: "loss"; id: string; what: string; title: string }

/** `what` and `where` in French, for the hosts: « formulaire », « après « Les invités » ». */
export type Loss = { what: string; where: string }

/** A table whose columns mean what the host says (app/kit/lib/imported-tables.ts). */
export type TableThing = { kind: "table"; id: string; header: string[] }

/** One of its lines, as it was read; `table` is the table's id. */
export type RowThing = { kind: "row"; id: string; table: string; cells: string[] }

/** A line of what this program exported of a site, as it was written, of one kind of it; its files are those of the archive. */
export type LineThing = {
  kind: "line"
  id: string
  shape: Shape | "archive" | "settings"
  title: string
  line: object
}

/** A file of the library that waits to come along. */
export type StagedMedium = {
  path: string
  key: string
  kind: MediaKind
  type: MediaType
  width: number | null
  height: number | null
  durationMs: number | null
}
