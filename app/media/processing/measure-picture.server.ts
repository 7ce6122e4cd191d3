import sharp from "sharp"
import { MAX_HEIC_PIXELS, MAX_PIXELS } from "./recognised.ts"
import { refuse } from "./refused.ts"

export const LIMITS = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const

/**
 * How large a picture says it is, before it is turned upright and before anything is decoded.
 *
 * @throws RefusedFileError when it is too large, or does not say so
 */
export async function measurePicture(file: string, type: string) {
  const { width, height } = await refusing(() => sharp(file, LIMITS).metadata())
  if (type === "image/heic" && width * height > MAX_HEIC_PIXELS) refuse("heicPixels")
  return { width, height }
}

/** Says what the decoder says of a file that is none, rather than of the machine. */
export async function refusing<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || "code" in error || !OF_THE_FILE.test(error.message)) throw error
    if (/pixel limit/i.test(error.message)) refuse("pixels")
    refuse(CUT.test(error.message) ? "cut" : "damaged")
  }
}

const OF_THE_FILE = /Input |VipsJpeg|Vips|premature|corrupt|timeout|heif|pixel limit|gif|webp|png/i
const CUT = /premature end|unexpected end|unable to parse/i
