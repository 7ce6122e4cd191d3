import type { Shape } from "./shapes.ts"

export const FORMAT_NAMES = ["archive", "wordpress", "ghost"] as const
export type ExportFormat = (typeof FORMAT_NAMES)[number]

type Format = {
  /** How hosts call it. */
  label: string
  /** What its file's name ends with. */
  extension: "zip" | "xml"
  /** Whether files of the library can go along; otherwise they are fetched from the site. */
  hasFiles: boolean
  /** How many times the room of the tables it takes, which keep long texts packed. */
  times: number
  /** What of the site it holds; all where nothing is said. */
  holds?: readonly Shape[]
}

/** What an export can be written as. */
export const EXPORT_FORMATS: Record<ExportFormat, Format> = {
  // As lines, as files and as pages, packed tighter than the database does.
  archive: { label: "Archive ouverte", extension: "zip", hasFiles: true, times: 2 },
  wordpress: {
    label: "WordPress",
    extension: "xml",
    hasFiles: false,
    // As HTML, and not packed.
    times: 4,
    holds: ["episodes", "news", "blog", "pages", "comments"],
  },
  ghost: {
    label: "Ghost",
    extension: "zip",
    hasFiles: true,
    times: 1,
    holds: ["episodes", "news", "blog", "pages", "subscribers"],
  },
}

export const isExportFormat = (name: string): name is ExportFormat => Object.hasOwn(EXPORT_FORMATS, name)
