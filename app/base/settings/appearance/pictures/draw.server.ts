import { fork } from "node:child_process"
import { once } from "node:events"
import { constants, setPriority } from "node:os"
import { and, eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { noteLoss, noteRecovery } from "#app/kit/lib/losses.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { workerFile } from "#app/kit/lib/worker-files.server.ts"
import { type BrandSource, brandSource } from "../brand.server.ts"
import { deriveColours } from "../palette.ts"
import type { BrandFile } from "./brand-files.ts"
import type { DrawnFiles, DrawOrder } from "./draw-worker.ts"

const TIMEOUT_MS = 60_000
/** After a failure nobody makes it try again for this long. */
const REST_MS = 30_000
/** The library's own pictures are far smaller. */
const MAX_BYTES = 40_000_000

type Drawn = { key: string; files: Promise<DrawnFiles>; failedAt?: number }
/** The last ones: those of an earlier state of the settings are asked for by nobody. */
const drawn: Partial<Record<"cover" | "others", Drawn>> = {}

/** Reads a file of the library by its path in the store. */
type Read = (path: string) => Promise<Uint8Array>

/**
 * One of the site's own pictures as the settings are now. All but the cover are made at once, by whoever asks first, and kept
 * until the settings or a chosen picture change.
 *
 * @returns undefined where there is no such picture
 * @throws when they could not be made
 */
export async function brandFile(name: BrandFile, read: Read) {
  const source = brandSource()
  const [icon, share] = await Promise.all([findChosen(source.favicon), findChosen(source.sharePicture)])
  const key = [source.version, icon?.sha256, share?.sha256, share?.focalX, share?.focalY].join()
  const isCover = name === "cover.jpg"
  const kind = isCover ? "cover" : "others"
  let last = drawn[kind]
  const hasRested = last?.failedAt === undefined || performance.now() - last.failedAt > REST_MS
  if (last?.key !== key || !hasRested) {
    last = start(key, isCover ? drawCover(source) : draw(source, read, icon, share))
    drawn[kind] = last
  }
  const bytes = (await last.files)[name]
  return (
    bytes && { bytes: Buffer.from(bytes), etag: `"${key.replaceAll(/[^\w-]/g, "").slice(0, 90)}-${name}"` }
  )
}

function start(key: string, files: Promise<DrawnFiles>): Drawn {
  const made: Drawn = { key, files }
  files.then(
    () => noteRecovery("draw-worker"),
    (error: unknown) => {
      noteLoss("draw-worker", error)
      made.failedAt = performance.now()
    },
  )
  return made
}

type Chosen = NonNullable<Awaited<ReturnType<typeof findChosen>>>

/** The main file of a picture of the library. A picture that was deleted is none: the site then composes its own. */
async function findChosen(address: string) {
  const key = mediaKey(address)
  if (key === undefined) return undefined
  const [chosen] = await db
    .select({
      path: mediaFiles.path,
      bytes: mediaFiles.bytes,
      sha256: mediaFiles.sha256,
      focalX: media.focalX,
      focalY: media.focalY,
    })
    .from(media)
    .innerJoin(mediaFiles, eq(mediaFiles.mediumId, media.id))
    .where(
      and(eq(media.key, key), eq(media.kind, "image"), eq(media.state, "ready"), eq(mediaFiles.role, "main")),
    )
    .limit(1)
  return chosen && chosen.bytes <= MAX_BYTES ? chosen : undefined
}

const drawCover = (source: BrandSource) => work({ brand: brandOf(source), face: source.face, isCover: true })

const brandOf = ({ name, tagline, palette }: BrandSource) => ({
  name,
  tagline,
  colours: deriveColours(palette),
})

async function draw(source: BrandSource, read: Read, icon?: Chosen, share?: Chosen) {
  const bytesOf = async (chosen?: Chosen) => chosen && (await read(chosen.path))
  const [iconBytes, shareBytes] = await Promise.all([bytesOf(icon), bytesOf(share)])
  return await work({
    brand: brandOf(source),
    face: source.face,
    isCover: false,
    icon: iconBytes,
    share: share && shareBytes && { bytes: shareBytes, focus: { x: share.focalX, y: share.focalY } },
  })
}

async function work(order: DrawOrder): Promise<DrawnFiles> {
  const worker = fork(workerFile("draw-worker"), [], {
    serialization: "advanced",
    execArgv: ["--max-old-space-size=200"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  })
  if (worker.pid !== undefined) setPriority(worker.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const ended = new AbortController()
  worker.once("exit", (code, signal) => ended.abort(new Error(`ended with ${code ?? signal}`)))
  const answered = once(worker, "message", { signal: ended.signal })
  worker.send(order)
  const [files] = await answered.catch((error: unknown) => {
    throw ended.signal.aborted ? ended.signal.reason : error
  })
  return files as DrawnFiles
}
