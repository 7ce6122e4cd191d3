/**
 * Makes the site's own pictures in a process of its own, which ends with them: what decodes pictures is not loaded where
 * visitors are answered (draw.server.ts).
 */
import sharp, { type Sharp } from "sharp"
import { log } from "#app/kit/lib/log.server.ts"
import { FACES, type FaceName } from "../faces.ts"
import { type Brand, composeCover, composeIcon, composeShare } from "./compose.ts"
import { icoOf } from "./ico.ts"
import type { Outlines } from "./lettering.ts"

export type DrawOrder = {
  brand: Brand
  face: FaceName
  /** The podcast's cover alone, which is large and seldom asked for; or all the others. */
  isCover: boolean
  /** What hosts chose, as it lies in the library. */
  icon?: Uint8Array
  share?: { bytes: Uint8Array; focus: { x: number; y: number } }
}

/** By the names of BRAND_FILES. */
export type DrawnFiles = Record<string, Uint8Array>

const MAX_PIXELS = 50_000_000
const SAFE = { icon: [16, 32, 48, 192, 512], touch: 180, maskable: 512 }

process.once("message", (order: DrawOrder) => {
  draw(order).then(
    (files) => process.send?.(files, () => process.exit(0)),
    (error: unknown) => {
      log.error(error, "pictures not drawn")
      process.exit(1)
    },
  )
})
process.once("disconnect", () => process.exit(0))

async function draw({ brand, face, isCover, icon, share }: DrawOrder): Promise<DrawnFiles> {
  const outlines = await outlinesOf(face)
  if (isCover) return { "cover.jpg": await jpeg(fromSvg(composeCover(brand, outlines))) }
  const composed = () => fromSvg(composeShare(brand, outlines))
  return {
    ...(await composedIcons(brand, outlines)),
    "share.png": await png(composed()),
    "share.jpg": await jpeg(composed()),
    ...(icon && (await unlessBroken(() => chosenIcons(icon, brand.colours.paper)))),
    ...(share && (await unlessBroken(async () => ({ "share.jpg": await chosenShare(share) })))),
  }
}

/** What cannot be decoded is as good as not chosen. */
async function unlessBroken(make: () => Promise<DrawnFiles>) {
  try {
    return await make()
  } catch (error) {
    log.warn(error, "a chosen picture cannot be drawn")
    return {}
  }
}

async function composedIcons(brand: Brand, outlines: Outlines) {
  const svg = composeIcon(brand, outlines)
  const files = await icons((side) => fromSvg(svg, side))
  const maskable = fromSvg(composeIcon(brand, outlines, true), SAFE.maskable)
  return { ...files, "icon.svg": Buffer.from(svg), "maskable-512.png": await png(maskable) }
}

/** What one looks through is shown whole; a photo fills its square. */
async function chosenIcons(bytes: Uint8Array, ground: string) {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().toColourspace("srgb")
  const { isOpaque } = await open().stats()
  const squared = (side: number, inner = side) => {
    const margin = Math.floor((side - inner) / 2)
    const sized = open().resize(inner, inner, {
      fit: isOpaque ? "cover" : "contain",
      background: "#0000",
      withoutEnlargement: false,
    })
    const rest = side - inner - margin
    return sized.extend({ top: margin, left: margin, bottom: rest, right: rest, background: "#0000" })
  }
  const files = await icons((side) =>
    side === SAFE.touch ? squared(side).flatten({ background: ground }) : squared(side),
  )
  // Four fifths are shown whatever the shape.
  const inner = isOpaque ? SAFE.maskable : Math.floor(SAFE.maskable * 0.6)
  const maskable = squared(SAFE.maskable, inner).flatten({ background: ground })
  return { ...files, "maskable-512.png": await png(maskable) }
}

async function icons(make: (side: number) => Sharp): Promise<DrawnFiles> {
  const files: DrawnFiles = { "apple-touch-icon.png": await png(make(SAFE.touch)) }
  for (const side of SAFE.icon) files[`icon-${side}.png`] = await png(make(side))
  const sizes = [16, 32, 48].map((side) => ({ side, png: files[`icon-${side}.png`] ?? new Uint8Array() }))
  return { ...files, "favicon.ico": icoOf(sizes) }
}

async function chosenShare({ bytes, focus }: NonNullable<DrawOrder["share"]>) {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().toColourspace("srgb")
  const { data, info } = await open().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const ratio = 1200 / 630
  const crop = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio }
  const from = (whole: number, part: number, at: number) =>
    Math.round(Math.min(whole - part, Math.max(0, whole * at - part / 2)))
  const cut = sharp(data, { raw: { width, height, channels } })
    .extract({
      left: from(width, Math.round(crop.width), focus.x),
      top: from(height, Math.round(crop.height), focus.y),
      width: Math.round(crop.width),
      height: Math.round(crop.height),
    })
    .resize(1200, 630)
  return await jpeg(cut)
}

const jpeg = (picture: Sharp) =>
  picture.flatten({ background: "#ffffff" }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()

const png = (picture: Sharp) =>
  picture.png({ compressionLevel: 9, palette: true, quality: 90, effort: 7 }).toBuffer()

/** @param side of a square one; the composed pictures have their size themselves */
function fromSvg(svg: string, side?: number) {
  // Drawn at its size rather than enlarged: the icons' own is 64.
  const picture = sharp(Buffer.from(svg), { density: side === undefined ? 72 : (72 * side) / 64 })
  return side === undefined ? picture : picture.resize(side, side)
}

async function outlinesOf(face: FaceName): Promise<Outlines> {
  const known = Object.hasOwn(FACES, face) ? face : "anton"
  return (await OUTLINES[known]()).default
}

const OUTLINES: Record<FaceName, () => Promise<{ default: Outlines }>> = {
  anton: () => import("./outlines/anton.json", { with: { type: "json" } }),
  "bebas-neue": () => import("./outlines/bebas-neue.json", { with: { type: "json" } }),
  "barlow-condensed": () => import("./outlines/barlow-condensed.json", { with: { type: "json" } }),
  staatliches: () => import("./outlines/staatliches.json", { with: { type: "json" } }),
  "yanone-kaffeesatz": () => import("./outlines/yanone-kaffeesatz.json", { with: { type: "json" } }),
}
