import { createHash } from "node:crypto"
import { availableParallelism } from "node:os"
import { Readable } from "node:stream"
import sharp, { type Sharp } from "sharp"
import { rgbaToThumbHash } from "thumbhash"
import { getStore } from "../store/store.server.ts"
import { decodeHeic } from "./decode-heic.server.ts"
import { LIMITS, refusing } from "./measure-picture.server.ts"
import { filePath } from "./medium-files.server.ts"
import type { Processed } from "./processed.ts"
import { EXTENSIONS, type MediaType } from "./recognised.ts"

/** What pages ask for; a picture is never enlarged. */
const WIDTHS = [160, 320, 640, 960, 1_280]
const MAX_WIDTH = 1_920
/** A larger one takes a second of a processor, for hardly more to be seen than at the width before. */
const NEARLY_LAST = 1_600
const MAX_SIDE = 2_560
/** Every frame is a picture of its own to encode. */
const MAX_ANIMATED_SIDE = 960
const SECONDS = 120
const THUMB_SIDE = 100
/** Each keeps one processor busy, on which site and database go first. */
const AT_ONCE = Math.min(2, availableParallelism())

/**
 * Makes a picture anew: upright, in sRGB, without anything but its pixels, in the sizes and formats that pages take; main file and
 * sizes go into the store. What moves goes on moving, as WebP.
 *
 * @throws RefusedFileError when it cannot be decoded
 */
export async function processPicture(
  file: string,
  { key, type }: { key: string; type: string },
): Promise<Processed> {
  return refusing(async () => {
    const { pages = 1 } = type === "image/heic" ? {} : await sharp(file, LIMITS).metadata()
    if (pages > 1) return processAnimation(file, key)
    return processStill(type === "image/heic" ? await decodeHeic(file) : sharp(file, LIMITS), key)
  })
}

async function processStill(input: Sharp, key: string): Promise<Processed> {
  const { data, info } = await input
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const base = () => sharp(data, { raw: { width, height, channels } })
  const isOpaque = channels === 3 || channels === 1 || (await base().stats()).isOpaque
  const flat = () => (isOpaque ? base().removeAlpha() : base())
  const fallback = isOpaque ? "image/jpeg" : "image/png"
  const files = [await keep(key, "main", "main", fallback, encode(flat(), fallback))]
  const variants = variantsOf(width, fallback)
  const encodeSome = async () => {
    for (const { wide, type } of variants) {
      const picture = encode(flat().resize({ width: wide }), type)
      files.push(await keep(key, "variant", `${wide}.${EXTENSIONS[type]}`, type, picture))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, encodeSome))
  return { columns: { width, height, thumbhash: await thumbhashOf(base()) }, files }
}

/** Whoever takes one has it to itself; the largest, which take longest, come first. */
function* variantsOf(width: number, fallback: "image/jpeg" | "image/png") {
  for (const wide of widthsUpTo(width).toReversed())
    for (const type of ["image/avif", "image/webp", fallback] as const) yield { wide, type }
}

async function processAnimation(file: string, key: string): Promise<Processed> {
  const animated = (width: number) =>
    sharp(file, { ...LIMITS, animated: true })
      .resize({ width, height: MAX_ANIMATED_SIDE, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: SECONDS })
      .webp({ quality: 70, effort: 2 })
  const main = await keep(key, "main", "main", "image/webp", animated(MAX_ANIMATED_SIDE))
  const files = [main]
  for (const wide of widthsUpTo(main.width)) {
    if (wide < main.width)
      files.push(await keep(key, "variant", `${wide}.webp`, "image/webp", animated(wide)))
  }
  const { width, height } = main
  return { columns: { width, height, thumbhash: await thumbhashOf(sharp(file, LIMITS)) }, files }
}

/** A picture's own width closes the row, unless that is hardly more than the last. */
function widthsUpTo(width: number) {
  const widest = Math.min(width, MAX_WIDTH)
  const smaller = WIDTHS.filter((wide) => wide < widest)
  const isNear = smaller.length === WIDTHS.length && widest < NEARLY_LAST
  return isNear ? smaller : [...smaller, widest]
}

function encode(picture: Sharp, type: "image/avif" | "image/webp" | "image/jpeg" | "image/png") {
  // One effort more takes 2.5 times as long for half a decibel, and 2 % less (docs/measurements.md).
  if (type === "image/avif") return picture.avif({ quality: 55, effort: 2 })
  if (type === "image/webp") return picture.webp({ quality: 78 })
  if (type === "image/png") return picture.png({ compressionLevel: 9 })
  return picture.jpeg({ quality: 80, mozjpeg: true })
}

async function keep(key: string, role: "main" | "variant", name: string, type: MediaType, picture: Sharp) {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  const path = filePath(key, name)
  const bytes = data.length
  await getStore().put(path, Readable.from([data]), { bytes, type })
  const sha256 = createHash("sha256").update(data).digest("hex")
  const height = info.pageHeight ?? info.height
  return { role, name, type, width: info.width, height, bytes, sha256, path }
}

async function thumbhashOf(picture: Sharp) {
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64")
}
