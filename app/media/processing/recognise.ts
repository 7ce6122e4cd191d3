import { fileTypeFromBuffer } from "file-type"
import type { Bytes } from "./bytes.ts"
import { refuseDouble, refuseHidden, refuseKnownOthers, refuseMarkupAtEdges } from "./foreign.ts"
import { recogniseBoxes } from "./recognise-boxes.ts"
import { recognisePdf, recogniseSubtitles } from "./recognise-texts.ts"
import { recogniseWebm } from "./recognise-webm.ts"
import { MAX_DURATION_MS, MAX_IMAGE_BYTES, type Recognised, type Recogniser } from "./recognised.ts"
import { refuse } from "./refused.ts"
import { findWav } from "./wav.ts"

const HEAD = 65_536

/**
 * Finds out what a file is by what is in it, without decoding anything. Its name and the type it was sent with are not
 * asked. Whether a picture or a sound is whole is told by whoever decodes it.
 *
 * @throws RefusedFileError for what the library does not take
 */
export async function recognise(bytes: Bytes): Promise<Recognised> {
  if (bytes.size === 0) refuse("empty")
  const head = Buffer.from(await bytes.read(0, HEAD))
  for (const recogniser of [recogniseBoxes, recogniseHead, recogniseSubtitles]) {
    const recognised = await recogniser(bytes, head)
    if (!recognised) continue
    await check(bytes, recognised)
    return recognised
  }
  refuseKnownOthers(head)
  refuse("unknown")
}

/** What is told by the first bytes. */
const recogniseHead: Recogniser = async (bytes, head) => {
  const extension = (await fileTypeFromBuffer(head))?.ext
  // Only MP3 comes behind such tags, and some programs leave padding between them and the sound.
  if (head.toString("latin1", 0, 3) === "ID3")
    return extension === "mp3" || !extension ? { kind: "audio", type: "audio/mpeg" } : refuse("damaged")
  switch (extension) {
    case "jpg":
      return { kind: "image", type: "image/jpeg" }
    case "png":
    case "apng":
      await refuseCutPng(bytes)
      return { kind: "image", type: "image/png" }
    case "webp":
      return { kind: "image", type: "image/webp" }
    case "gif":
      await refuseCutGif(bytes)
      return { kind: "image", type: "image/gif" }
    case "mp3":
      return { kind: "audio", type: "audio/mpeg" }
    case "flac":
      return { kind: "audio", type: "audio/flac" }
    case "wav":
      return { kind: "audio", type: "audio/wav", durationMs: (await findWav(bytes)).durationMs }
    case "opus":
    case "ogg":
      return { kind: "audio", type: "audio/ogg" }
    case "oga":
    case "ogv":
    case "ogm":
    case "ogx":
    case "spx":
      return refuse("ogg")
    case "webm":
      return recogniseWebm(bytes, head)
    case "mkv":
      return refuse("matroska")
    case "pdf":
      return recognisePdf(bytes, head)
    default:
      return undefined
  }
}

async function check(bytes: Bytes, { kind, type, durationMs = 0 }: Recognised) {
  if (durationMs > MAX_DURATION_MS) refuse("duration")
  if (kind === "image" && bytes.size > MAX_IMAGE_BYTES) refuse("imageBytes")
  await refuseDouble(bytes, { isPdf: type === "application/pdf" })
  if (kind === "text" || kind === "document") return
  await refuseHidden(bytes)
  // Pictures are made anew before anybody sees them.
  if (kind !== "image") await refuseMarkupAtEdges(bytes)
}

/** What is cut and what is damaged are the same to its decoder. */
async function refuseCutPng(bytes: Bytes) {
  for (let at = 8; ;) {
    const chunk = await bytes.read(at, 8)
    if (chunk.length < 8) refuse("cut")
    at += 12 + chunk.readUInt32BE(0)
    if (at > bytes.size) refuse("cut")
    if (chunk.toString("latin1", 4, 8) === "IEND") return
  }
}

/** Of what moves and was cut, the decoder shows what there is: the blocks are followed to the end mark. */
async function refuseCutGif(bytes: Bytes) {
  const head = await bytes.read(0, 13)
  for (let at = 13 + colourBytes(head[10]); ;) {
    const block = await bytes.read(at, 10)
    if (block[0] === 0x3b) return
    if (block.length < 10) refuse("cut")
    if (block[0] !== 0x21 && block[0] !== 0x2c) refuse("damaged")
    at += block[0] === 0x21 ? 2 : 11 + colourBytes(block[9])
    for (let length: number | undefined; length !== 0; at += 1 + length) {
      ;[length] = await bytes.read(at, 1)
      if (length === undefined) refuse("cut")
    }
  }
}

/** How long a table of colours is, by the flags before it. */
const colourBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
