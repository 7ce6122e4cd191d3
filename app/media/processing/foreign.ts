import type { Bytes } from "./bytes.ts"
import { refuse } from "./refused.ts"

/** What browsers, viewers and servers take for a page or a script, wherever it stands. */
const MARKUP = /<(?:script|html|svg|iframe|!doctype|\?php)[\s>/=]|<\?php/i
/** The heads of what is also found in or behind something else: so long that they are no coincidence. */
const HIDDEN = ["Rar!\x1a\x07", "7z\xbc\xaf\x27\x1c", "%PDF-1.", "%PDF-2."].map((sign) =>
  Buffer.from(sign, "latin1"),
)
/** The longest of these may lie across two pieces. */
const OVERLAP = 6
const ARCHIVE_HEADS = [
  "PK\x03\x04",
  "PK\x05\x06",
  "Rar!",
  "7z\xbc\xaf",
  "\x1f\x8b",
  "BZh",
  "\xfd7zXZ",
  "\x28\xb5\x2f\xfd",
]
const PROGRAM_HEADS = ["MZ", "\x7fELF", "#!", "\xca\xfe\xba\xbe", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe"]
/** A PDF reader takes a file for one when this stands among so many first bytes. */
const PDF = "%PDF-"
const PDF_WITHIN = 1_024
/** How much of a file's beginning and end is searched for markup, and of all of it at once for what is hidden. */
const EDGE = 65_536
const MAX_COMMENT = 65_535

/** Says what an unknown file is, where it is something that people send by mistake or not. */
export function refuseKnownOthers(head: Buffer) {
  const start = head.toString("latin1", 0, 4_096).replace(/^(?:\xef\xbb\xbf)?[\s\0]*/, "")
  if (start.startsWith("<")) refuse(/<svg[\s>]|<!doctype svg/i.test(start) ? "svg" : "html")
  if (ARCHIVE_HEADS.some((sign) => start.startsWith(sign))) refuse("archive")
  if (head.toString("latin1", 257, 262) === "ustar") refuse("archive")
  if (PROGRAM_HEADS.some((sign) => start.startsWith(sign))) refuse("program")
}

/** Refuses a file that is also something else: its readers look at the end, or search for a beginning. */
export async function refuseDouble(bytes: Bytes, { isPdf = false } = {}) {
  if (!isPdf && (await bytes.read(0, PDF_WITHIN)).includes(PDF)) refuse("double")
  if (await endsWithZip(bytes)) refuse("double")
}

/** Refuses markup at the edges of a file that is served as it was sent. */
export async function refuseMarkupAtEdges(bytes: Bytes) {
  for (const at of new Set([0, Math.max(0, bytes.size - EDGE)])) {
    if (MARKUP.test((await bytes.read(at, EDGE)).toString("latin1"))) refuse("double")
  }
}

export const hasMarkup = (text: string) => MARKUP.test(text)

/** Refuses what its readers find wherever it begins: other archives, and documents. */
export async function refuseHidden(bytes: Bytes) {
  for (let at = 0; at < bytes.size; at += EDGE) {
    if (hasHidden(await bytes.read(at, EDGE + OVERLAP))) refuse("double")
  }
}

export const hasHidden = (data: Buffer) => HIDDEN.some((sign) => data.includes(sign))

/** A ZIP archive is found by its end, and the directory before that. */
async function endsWithZip(bytes: Bytes) {
  const start = Math.max(0, bytes.size - MAX_COMMENT - 22)
  const end = await bytes.read(start, bytes.size - start)
  for (
    let at = end.lastIndexOf("PK\x05\x06");
    at >= 0;
    at = at > 0 ? end.lastIndexOf("PK\x05\x06", at - 1) : -1
  ) {
    if (at + 22 > end.length) continue
    const directory = start + at - end.readUInt32LE(at + 12)
    if (directory >= 0 && (await bytes.read(directory, 4)).toString("latin1") === "PK\x01\x02") return true
    // An empty archive, or one of which the figures lie: its comment leads to the file's end all the same.
    if (start + at + 22 + end.readUInt16LE(at + 20) === bytes.size) return true
  }
  return false
}
