import { Readable } from "node:stream"
import { isManifest } from "./archive/is-archive.ts"
import { readArchive } from "./archive/read-archive.server.ts"
import { isGhost } from "./ghost/is-ghost.ts"
import { readGhost } from "./ghost/read-ghost.server.ts"
import { isRoutes, LONE_ROUTES } from "./ghost/permalinks.ts"
import { isRedirects, readRedirects } from "./ghost/redirects.server.ts"
import type { OpenedFile } from "./open-files.server.ts"
import { isMedium } from "./medium/is-medium.ts"
import { readMedium } from "./medium/read-medium.server.ts"
import { isPodlove, readPodlove } from "./podlove/read-podlove.server.ts"
import { isSubstack } from "./substack/is-substack.ts"
import { readSubstack } from "./substack/read-substack.server.ts"
import { partOf } from "./parts/is-part.ts"
import { readPart } from "./parts/read-part.server.ts"
import { isTable } from "./tables/is-table.ts"
import { readRows } from "./tables/read-rows.server.ts"
import type { Thing } from "./things.ts"
import { isWordPress, readWordPress } from "./wordpress/read-wordpress.server.ts"

/** What can be brought along, but for lists of people. */
type ImportKind = {
  /** @param head the first kilobytes of a file, a character a byte */
  recognises: (head: string) => boolean
  /**
   * What a file tells of, in any order.
   *
   * @param site the address of the site that it comes from, where the host said it; else empty
   * @throws ImportError
   */
  read: (file: OpenedFile, site: string) => AsyncIterable<Thing>
}

export const IMPORT_KINDS: ImportKind[] = [
  { recognises: isManifest, read: readArchive },
  { recognises: isPodlove, read: ({ source }) => readPodlove(source) },
  { recognises: isWordPress, read: ({ source }) => readWordPress(source) },
  { recognises: isGhost, read: readGhost },
  { recognises: isRedirects, read: ({ source }) => readRedirects(source) },
  { recognises: isRoutes, read: () => Readable.from([LONE_ROUTES]) },
  { recognises: isSubstack, read: readSubstack },
  { recognises: isMedium, read: readMedium },
  { recognises: (head) => partOf(head) !== undefined, read: readPart },
  { recognises: isTable, read: readRows },
]
