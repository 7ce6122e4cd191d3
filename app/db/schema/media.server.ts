import { desc, sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
} from "drizzle-orm/pg-core"
import { CAPTION_LANGUAGES } from "#app/kit/lib/captions.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { FILE_ROLES, MEDIA_KINDS, MEDIA_STATES, type MediaTags } from "#app/kit/lib/media.ts"
import { users } from "./accounts.server.ts"
import {
  createdAt,
  id,
  instant,
  isFilled,
  searchIndexes,
  searchText,
  updatedAt,
  version,
} from "./columns.server.ts"
import { imports } from "./imports.server.ts"

/** The media library (docs/product.md): what was uploaded, once each. */
export const media = pgTable(
  "media",
  {
    id: id(),
    /** 128 random bits in base64url, in its addresses (app/kit/lib/media.ts). */
    key: text("key").notNull().unique(),
    kind: text("kind", { enum: MEDIA_KINDS }).notNull(),
    /** As its content says, never as it was claimed. */
    type: text("type").notNull(),
    /** Its file's name, as hosts see and change it. */
    title: text("title").notNull(),
    /** Of the file that was uploaded. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Of the file that was uploaded, in hexadecimal: the same file twice is one medium. */
    sha256: text("sha256").notNull().unique(),
    /** `waiting` for the media worker, `working` while it holds the lease, then `ready`, or `failed` with a reason in French. */
    state: text("state", { enum: MEDIA_STATES }).notNull().default("waiting"),
    failure: text("failure").notNull().default(""),
    attempts: integer("attempts").notNull().default(0),
    leasedUntil: instant("leased_until"),
    alt: text("alt").notNull().default(""),
    /** What a cut picture keeps in sight, from the left and from the top. */
    focalX: real("focal_x").notNull().default(0.5),
    focalY: real("focal_y").notNull().default(0.5),
    width: integer("width"),
    height: integer("height"),
    /** thumbhash, in base64. */
    thumbhash: text("thumbhash"),
    durationMs: integer("duration_ms"),
    /** Bits a second. */
    bitRate: integer("bit_rate"),
    /** Integrated, in LUFS (EBU R128). */
    loudness: real("loudness"),
    /** Peaks from 0 to 255, evenly spread over its duration, in base64. */
    waveform: text("waveform"),
    tags: jsonb("tags").$type<MediaTags>(),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: searchText(sql`title || E'\\n' || alt`),
  },
  (table) => [
    check("media_key_format", sql`${table.key} ~ '^[A-Za-z0-9_-]{22}$'`),
    check("media_kind_known", sql`${table.kind} in ('image', 'audio', 'video', 'text', 'document')`),
    check("media_state_known", sql`${table.state} in ('waiting', 'working', 'ready', 'failed')`),
    check("media_title_filled", isFilled(table.title)),
    check("media_bytes_range", sql`${table.bytes} > 0`),
    check("media_sha256_format", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check("media_focal_x_range", sql`${table.focalX} between 0 and 1`),
    check("media_focal_y_range", sql`${table.focalY} between 0 and 1`),
    index("media_newest").on(desc(table.createdAt), desc(table.id)),
    index("media_newest_by_kind").on(table.kind, desc(table.createdAt), desc(table.id)),
    index("media_queue")
      .on(table.id)
      .where(sql`${table.state} in ('waiting', 'working')`),
    index("media_failed")
      .on(table.id)
      .where(sql`${table.state} = 'failed'`),
    index("media_without_alt")
      .on(desc(table.createdAt), desc(table.id))
      .where(sql`${table.kind} = 'image' and ${table.alt} = ''`),
    index("media_of_creator").on(table.createdBy),
    ...searchIndexes("media_search", table.searchText),
  ],
)

/** The files of a medium, wherever the store keeps them: the disk or a bucket. */
export const mediaFiles = pgTable(
  "media_files",
  {
    id: id(),
    mediumId: integer("medium_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    role: text("role", { enum: FILE_ROLES }).notNull(),
    /** The last part of a variant's address, `640.avif`; `main` and `original` of these. */
    name: text("name").notNull(),
    type: text("type").notNull(),
    width: integer("width"),
    height: integer("height"),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    /** Where the store has it. */
    path: text("path").notNull().unique(),
  },
  (table) => [
    unique("media_files_name").on(table.mediumId, table.name),
    check("media_files_role_known", sql`${table.role} in ('main', 'variant', 'original')`),
    check("media_files_bytes_range", sql`${table.bytes} >= 0`),
    // What the media store would refuse (`checkPath`), and a backup could bring.
    check(
      "media_files_path_format",
      sql`char_length(${table.path}) <= 500 and position('\\' in ${table.path}) = 0
        and ${table.path} ~ '^[^./[:cntrl:]][^/[:cntrl:]]{0,254}(/[^./[:cntrl:]][^/[:cntrl:]]{0,254})*$'`,
    ),
    check("media_files_sha256_format", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** Which rows name an address of a medium in one of their texts. Kept by triggers (`note_media_uses`), so that no writer can forget it. */
export const mediaUses = pgTable(
  "media_uses",
  {
    mediumId: integer("medium_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    /** The table of the row: `episodes`, `news`, `news_media`, `blog_posts`, `custom_pages`, `guests`. */
    source: text("source").notNull(),
    rowId: integer("row_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mediumId, table.source, table.rowId] }),
    index("media_uses_of_row").on(table.source, table.rowId),
  ],
)

/** Files on their way, part by part, until they are media; unfinished ones go after two days. */
export const uploads = pgTable(
  "uploads",
  {
    /** 128 random bits in base64url, in its address. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What it is to become: a medium of the library, or what an import reads. */
    purpose: text("purpose", { enum: ["library", "import"] })
      .notNull()
      .default("library"),
    /** The import that reads it, once it is said to. */
    importId: integer("import_id").references(() => imports.id, { onDelete: "set null" }),
    title: text("title").notNull(),
    /** How long it will be, and how much of it is stored. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    received: bigint("received", { mode: "number" }).notNull().default(0),
    /** What the store needs to go on with it. */
    parts: jsonb("parts"),
    /** The request that writes to it, so that two never do. */
    lease: text("lease"),
    leasedUntil: instant("leased_until"),
    /** What it became, or why it was refused, for whoever asks once more. */
    mediumId: integer("medium_id").references(() => media.id, { onDelete: "cascade" }),
    isDuplicate: boolean("is_duplicate").notNull().default(false),
    failure: text("failure").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check("uploads_title_filled", isFilled(table.title)),
    check("uploads_purpose_known", sql`${table.purpose} in ('library', 'import')`),
    check("uploads_bytes_range", sql`${table.bytes} > 0`),
    check("uploads_received_range", sql`${table.received} between 0 and ${table.bytes}`),
    index("uploads_of_user").on(table.userId, table.createdAt),
    index("uploads_oldest").on(table.updatedAt),
    index("uploads_of_medium").on(table.mediumId),
    index("uploads_of_import").on(table.importId),
  ],
)

/** What is said in a video, to be read while it plays: one for each language. */
export const mediaCaptions = pgTable(
  "media_captions",
  {
    mediumId: integer("medium_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    language: text("language", { enum: CAPTION_LANGUAGES }).notNull(),
    /** In order, all of them with times in milliseconds. */
    cues: jsonb("cues").$type<Cue[]>().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.mediumId, table.language] }),
    check("media_captions_language_format", sql`${table.language} ~ '^[a-z]{2}$'`),
    check("media_captions_cues_list", sql`jsonb_typeof(${table.cues}) = 'array'`),
  ],
)
