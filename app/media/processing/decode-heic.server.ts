import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import sharp from "sharp"
import { MAX_HEIC_PIXELS } from "./recognised.ts"
import { refuse } from "./refused.ts"

type Decoded = { data: Uint8ClampedArray; width: number; height: number }
type HeifImage = {
  get_width: () => number
  get_height: () => number
  display: (into: Decoded, done: (filled: Decoded | null) => void) => void
  free: () => void
}
type Libheif = { HeifDecoder: new () => { decode: (data: Uint8Array) => HeifImage[] } }

const require = createRequire(import.meta.url)

/** A photo of a telephone, decoded and already upright. @throws RefusedFileError when it cannot be decoded */
export async function decodeHeic(file: string) {
  // Two megabytes that only the first such photo costs.
  const libheif = require("libheif-js/wasm-bundle") as Libheif
  const images = new libheif.HeifDecoder().decode(await readFile(file))
  const [image] = images
  if (!image) refuse("damaged")
  try {
    const [width, height] = [image.get_width(), image.get_height()]
    if (width < 1 || height < 1) refuse("damaged")
    if (width * height > MAX_HEIC_PIXELS) refuse("heicPixels")
    const { promise, resolve } = Promise.withResolvers<Decoded | null>()
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, resolve)
    const decoded = await promise
    if (!decoded) refuse("damaged")
    return sharp(decoded.data, { raw: { width, height, channels: 4 }, limitInputPixels: MAX_HEIC_PIXELS })
  } finally {
    for (const each of images) each.free()
  }
}
