import { type Bytes, pieces } from "./bytes.ts"
import { refuse } from "./refused.ts"

/** What browsers, viewers and servers take for a page or a script, wherever it stands. */
const MARKUP = /<(?:script|html|svg|iframe|!doctype|\?php)[\s>/=]|<\?php/i
/** The head of archives that are also found behind something else. */
const ARCHIVES = [Buffer.from("Rar!\x1a\x07", "latin1"), Buffer.from("7z\xbc\xaf\x27\x1c", "latin1")]
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
/** How much of a file's beginning and end is searched for markup. */
const EDGE = 65_536
const MAX_COMMENT = 65_535
/** The longest sign that could lie across two pieces. */
const OVERLAP = 16

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

/**
 * Refuses what hides behind the end of a file. Other things that cameras append are none of it.
 *
 * @param isMadeAnew nobody is ever sent these bytes: a text behind them is left away with the rest
 */
export async function refuseHidden(bytes: Bytes, from: number, { isMadeAnew = false } = {}) {
  let before = Buffer.alloc(0)
  for await (const { piece } of pieces(bytes, from)) {
    const part = Buffer.concat([before, piece])
    const isHiding =
      part.includes(PDF) ||
      ARCHIVES.some((sign) => part.includes(sign)) ||
      (!isMadeAnew && hasMarkup(part.toString("latin1")))
    if (isHiding) refuse("double")
    before = part.subarray(-OVERLAP)
  }
}

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
