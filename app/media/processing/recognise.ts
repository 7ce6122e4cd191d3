import type { Bytes } from "./bytes.ts"
import { recogniseFlac, recogniseMp3, recogniseOgg, recogniseWav } from "./recognise-sounds.ts"
import { recogniseGif, recogniseJpeg, recognisePng, recogniseWebp } from "./recognise-pictures.ts"
import { recogniseBoxes } from "./recognise-boxes.ts"
import { recogniseWebm } from "./recognise-webm.ts"
import { recognisePdf, recogniseSubtitles } from "./recognise-texts.ts"
import { refuseDouble, refuseKnownOthers, refuseMarkupAtEdges } from "./foreign.ts"
import {
  MAX_DURATION_MS,
  MAX_HEIC_PIXELS,
  MAX_IMAGE_BYTES,
  MAX_PIXELS,
  type Recognised,
  type Recogniser,
} from "./recognised.ts"
import { refuse } from "./refused.ts"

const RECOGNISERS: Recogniser[] = [
  recogniseJpeg,
  recognisePng,
  recogniseGif,
  recogniseWebp,
  recogniseWav,
  recogniseFlac,
  recogniseOgg,
  recogniseBoxes,
  recogniseWebm,
  recognisePdf,
  recogniseMp3,
  recogniseSubtitles,
]
const HEAD = 65_536

/**
 * Finds out what a file is by what is in it, in one pass and without decoding anything. Its name and the type it was sent
 * with are not asked.
 *
 * @throws RefusedFileError for what the library does not take
 */
export async function recognise(bytes: Bytes): Promise<Recognised> {
  if (bytes.size === 0) refuse("empty")
  const head = Buffer.from(await bytes.read(0, HEAD))
  for (const recogniser of RECOGNISERS) {
    const recognised = await recogniser(bytes, head)
    if (!recognised) continue
    await check(bytes, recognised)
    return recognised
  }
  refuseKnownOthers(head)
  refuse("unknown")
}

async function check(bytes: Bytes, { kind, type, width = 0, height = 0, durationMs = 0 }: Recognised) {
  if (durationMs > MAX_DURATION_MS) refuse("duration")
  if (kind === "image") {
    if (bytes.size > MAX_IMAGE_BYTES) refuse("imageBytes")
    if (width < 1 || height < 1) refuse("damaged")
    if (width * height > MAX_PIXELS) refuse("pixels")
    if (type === "image/heic" && width * height > MAX_HEIC_PIXELS) refuse("heicPixels")
  }
  await refuseDouble(bytes, { isPdf: type === "application/pdf" })
  // Pictures are made anew before anybody sees them.
  if (kind === "audio" || kind === "video") await refuseMarkupAtEdges(bytes)
}
