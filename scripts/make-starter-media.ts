/**
 * Draws the pictures and the clip of the starter content: `node scripts/make-starter-media.ts [name…]`.
 *
 * Works like a screen print. Every picture is a stack of plates (starter-scenes.ts): a plate is an SVG in
 * greys, black where its ink goes, grey where the ink is screened into halftone dots, white where there is
 * none. Plates are printed one over the other, slightly off register. The same input gives the same bytes.
 * The results are committed: only this script needs sharp and ffmpeg, the site needs neither.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { clipScene, scenes, wear } from "./starter-scenes.ts"
import type { Plate, Scene } from "./starter-shapes.ts"

const OUT = fileURLToPath(new URL("../public/starter/", import.meta.url))
/** Most bytes of a picture, by width. */
const MAX_BYTES: Record<number, number> = { 1200: 29_000, 1600: 40_000 }
const MAX_TOTAL = 900_000
const CLIP = { width: 960, height: 540, fps: 12, seconds: 6 }

const channels = (ink: string) => [1, 3, 5].map((at) => parseInt(ink.slice(at, at + 2), 16))

/** The plate's drawing as one byte per pixel: 0 = full ink, 255 = no ink. */
async function expose(plate: Plate, scene: Scene, width: number, height: number): Promise<Buffer> {
  const shift = `translate(${plate.dx ?? 0} ${plate.dy ?? 0})`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${scene.width} ${scene.height}" preserveAspectRatio="xMidYMid slice">` +
    `<g transform="${shift}">${plate.svg}</g></svg>`
  const image = sharp(Buffer.from(svg)).flatten({ background: "#fff" }).toColourspace("b-w")
  return image.raw().toBuffer()
}

/** Prints the plates one by one on the ground colour; returns RGB pixels. */
async function print(scene: Scene, width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  const ground = channels(scene.ground)
  for (let i = 0; i < pixels.length; i++) pixels[i] = ground[i % 3]!
  const unit = Math.max(width / scene.width, height / scene.height)
  for (const plate of [...scene.plates, wear(scene)]) {
    const tones = await expose(plate, scene, width, height)
    const ink = channels(plate.ink)
    const cell = (plate.cell ?? 32) * unit
    const angle = ((plate.angle ?? 45) * Math.PI) / 180
    const cos = (Math.cos(angle) * 2 * Math.PI) / cell
    const sin = (Math.sin(angle) * 2 * Math.PI) / cell
    const sharpness = cell / 2.4
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const tone = 1 - tones[at]! / 255
        if (tone < 0.02) continue
        let cover = 1
        if (tone < 0.98) {
          // The classic spot function: light tones give round dots, dark tones round holes.
          const spot = 0.5 + 0.25 * (Math.cos(x * cos + y * sin) + Math.cos(y * cos - x * sin))
          cover = Math.min(1, Math.max(0, (tone - 1 + spot) * sharpness + 0.5))
        }
        for (let c = 0; c < 3; c++) {
          const below = pixels[at * 3 + c]!
          const printed = plate.multiply ? (below * ink[c]!) / 255 : ink[c]!
          pixels[at * 3 + c] = below + (printed - below) * cover
        }
      }
    }
  }
  return pixels
}

/** Prints at double size and reduces: smooth edges. */
async function proof(scene: Scene, width: number, height: number): Promise<Buffer> {
  const raw = { width: width * 2, height: height * 2, channels: 3 as const }
  return sharp(await print(scene, raw.width, raw.height), { raw })
    .resize(width, height)
    .raw()
    .toBuffer()
}

/** Lowers the quality until the file is small enough. */
async function savePicture(name: string, scene: Scene, width: number, height: number): Promise<void> {
  const pixels = await proof(scene, width, height)
  for (let quality = 52; ; quality -= 6) {
    const options = { quality, effort: 6, smartSubsample: true }
    const webp = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .webp(options)
      .toBuffer()
    if (webp.length > MAX_BYTES[width]! && quality > 20) continue
    await writeFile(OUT + name, webp)
    console.log(`${name}  ${width}x${height}  ${(webp.length / 1000).toFixed(1)} kB  quality ${quality}`)
    return
  }
}

async function saveClip(): Promise<void> {
  if (spawnSync("ffmpeg", ["-version"]).error) {
    console.error("ffmpeg is missing: news-clip.mp4 was not made (apt-get install ffmpeg).")
    process.exitCode = 1
    return
  }
  const { width, height, fps, seconds } = CLIP
  const args = ["-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`]
  args.push("-r", `${fps}`, "-i", "-", "-c:v", "libx264", "-profile:v", "main", "-level", "3.1")
  args.push(
    "-pix_fmt",
    "yuv420p",
    "-preset",
    "veryslow",
    "-tune",
    "animation",
    "-crf",
    "33",
    "-g",
    `${fps * 6}`,
  )
  args.push("-threads", "1", "-fflags", "+bitexact", "-map_metadata", "-1", "-movflags", "+faststart")
  const ffmpeg = spawn("ffmpeg", [...args, OUT + "news-clip.mp4"], { stdio: ["pipe", "inherit", "inherit"] })
  const ended = new Promise<number | null>((resolve) => ffmpeg.on("close", resolve))
  for (let frame = 0; frame < fps * seconds; frame++) {
    const pixels = await proof(clipScene(frame / (fps * seconds)), width, height)
    if (!ffmpeg.stdin.write(pixels)) await new Promise((resolve) => ffmpeg.stdin.once("drain", resolve))
  }
  ffmpeg.stdin.end()
  if ((await ended) !== 0) throw new Error("ffmpeg failed")
  console.log(`news-clip.mp4  ${width}x${height}  ${(await stat(OUT + "news-clip.mp4")).size / 1000} kB`)
}

await mkdir(OUT, { recursive: true })
const wanted = process.argv.slice(2)
const asked = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))
for (const [name, scene] of Object.entries(scenes)) {
  const wide = name.startsWith("article") || scene.height > 900
  if (asked(name)) {
    const [width, height] = wide ? [1600, scene.height] : [1200, 675]
    await savePicture(`${name}.webp`, scene, width, height)
  }
  // Gallery pictures (3:2) also get a 16:9 thumbnail, cut from the middle.
  if (scene.height > 900 && asked(name)) await savePicture(`${name}-thumb.webp`, scene, 1200, 675)
}
if (asked("news-clip.mp4")) await saveClip()

let total = 0
for (const name of await readdir(OUT)) total += (await stat(OUT + name)).size
console.log(`public/starter: ${(total / 1000).toFixed(0)} kB`)
if (total > MAX_TOTAL) throw new Error(`public/starter is over ${MAX_TOTAL} bytes`)
