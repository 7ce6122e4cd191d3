import type { Thing } from "./things.ts"
import { isPodlove, readPodlove } from "./podlove/read-podlove.server.ts"
import { isWordPress, readWordPress } from "./wordpress/read-wordpress.server.ts"

/** What can be brought along. */
type ImportKind = {
  /** @param head the first kilobytes of a file, a character a byte */
  recognises: (head: string) => boolean
  /** What a file tells of, in any order. @throws ImportError */
  read: (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Thing>
}

export const IMPORT_KINDS: ImportKind[] = [
  { recognises: isPodlove, read: readPodlove },
  { recognises: isWordPress, read: readWordPress },
]
