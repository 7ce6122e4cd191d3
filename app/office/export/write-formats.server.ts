import type { ExportFormat } from "./formats.ts"
import { writeGhost } from "./ghost/write-ghost.server.ts"
import { writeWordPress } from "./wordpress/write-wordpress.server.ts"
import { type ExportReport, type ExportWork, writeExport } from "./write-export.server.ts"

const WRITERS: Record<ExportFormat, (work: ExportWork) => Promise<ExportReport>> = {
  archive: writeExport,
  wordpress: writeWordPress,
  ghost: writeGhost,
}

/**
 * Writes the site as one of `EXPORT_FORMATS`, of one moment, while the site goes on.
 *
 * @returns how many there are of each kind, how many files, those that are missing or damaged, and the size in bytes
 * @throws what `writeNewFile` throws, an AbortError after `signal`
 */
export const writeFormat = (format: ExportFormat, work: ExportWork) => WRITERS[format](work)
