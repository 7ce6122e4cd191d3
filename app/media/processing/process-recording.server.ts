import { type IAudioMetadata, parseFile } from "music-metadata"
import type { MediaTags } from "#app/kit/lib/media.ts"
import { decodeSound, NotDecodedError } from "./decode-sound.server.ts"
import { loudnessMeter } from "./loudness.ts"
import type { Processed } from "./processed.ts"
import { MAX_DURATION_MS } from "./recognised.ts"
import { refuse } from "./refused.ts"
import { waveformDrawer } from "./waveform.ts"

const MAX_LETTERS = 500
const MAX_CHAPTERS = 500

/**
 * Reads a sound: tags, chapters, duration, bit rate, and of what can be decoded here loudness and waveform. It is served as
 * it was uploaded.
 *
 * @throws RefusedFileError when it is cut, damaged or too long
 */
export async function processSound(file: string, type: string): Promise<Processed> {
  const found = await readMetadata(file)
  const { channelCount, ...columns } = found
  const heard = await hear(file, type, channelCount).catch((error: unknown) => {
    if (!(error instanceof NotDecodedError)) throw error
  })
  if (type === "audio/mpeg" && isCut(heard?.durationMs, columns.durationMs)) refuse("cut")
  const durationMs = heard?.durationMs ?? columns.durationMs
  if (durationMs !== undefined && durationMs > MAX_DURATION_MS) refuse("duration")
  const { loudness, waveform } = heard ?? {}
  return { columns: { ...columns, durationMs, loudness, waveform }, files: [] }
}

/** The first frame of many MP3 files says how long they are; programs that cut them are a little off. */
const isCut = (heardMs = 0, announcedMs = 0) => announcedMs - heardMs > Math.max(1_000, announcedMs / 100)

/** Reads a film: tags, and how long it lasts. Its size is known already. */
export async function processFilm(file: string): Promise<Processed> {
  const { durationMs, bitRate, tags } = await readMetadata(file)
  if (durationMs !== undefined && durationMs > MAX_DURATION_MS) refuse("duration")
  return { columns: { ...(durationMs && { durationMs }), bitRate, tags }, files: [] }
}

/** What is damaged in tags is nobody's loss: the sound is what counts. */
async function readMetadata(file: string) {
  const read = await parseFile(file, { duration: true, includeChapters: true }).catch(() => undefined)
  if (!read) return {}
  const { duration, bitrate, numberOfChannels } = read.format
  return {
    channelCount: numberOfChannels,
    durationMs: duration && Number.isFinite(duration) ? Math.round(duration * 1000) : undefined,
    bitRate: bitrate && Number.isFinite(bitrate) ? Math.min(Math.round(bitrate), 2 ** 31 - 1) : undefined,
    tags: tagsOf(read),
  }
}

function tagsOf({ common, format }: IAudioMetadata): MediaTags {
  const chapters = (format.chapters ?? [])
    .slice(0, MAX_CHAPTERS)
    .flatMap(({ start, timeScale, title, url }) => {
      const seconds = start / (timeScale ?? 1)
      if (!Number.isFinite(seconds) || seconds < 0) return []
      const link = plain(url?.url)
      return [{ start: seconds, title: plain(title) ?? "", ...(link && { url: link }) }]
    })
  return {
    title: plain(common.title),
    artist: plain(common.artist),
    album: plain(common.album),
    ...(chapters.length > 0 && { chapters }),
    ...(common.picture?.[0] && { hasCover: true }),
  }
}

/** What PostgreSQL's JSON takes, and a line of a page. */
function plain(text: string | undefined) {
  return text?.replaceAll("\0", "").toWellFormed().trim().slice(0, MAX_LETTERS).toWellFormed() || undefined
}

/**
 * Listens to the whole of it.
 *
 * @param expected how many channels its head says: the decoder of MP3 makes two of one, which would be twice as loud
 * @returns undefined when it cannot be decoded here
 */
async function hear(file: string, type: string, expected?: number) {
  const sound = decodeSound(file, type)
  if (!sound) return undefined
  const drawer = waveformDrawer()
  let meter: ReturnType<typeof loudnessMeter> | undefined
  let rate = 0
  let channelCount = 0
  let seconds = 0
  for await (const { channels: decoded, sampleRate } of sound) {
    const channels = expected === 1 ? decoded.slice(0, 1) : decoded
    const [first] = channels
    if (!first || first.length === 0) continue
    if (!meter || rate !== sampleRate || channelCount !== channels.length) {
      // Some files begin with a piece of another kind: what lasts is what is measured.
      meter = loudnessMeter(sampleRate, channels.length)
      rate = sampleRate
      channelCount = channels.length
    }
    seconds += first.length / sampleRate
    if (seconds * 1000 > MAX_DURATION_MS) refuse("duration")
    meter.add(channels)
    drawer.add(channels)
  }
  if (!meter) return refuse("damaged")
  const loudness = meter.result()
  return {
    durationMs: Math.round(seconds * 1000),
    ...(loudness !== undefined && { loudness: Math.round(loudness * 10) / 10 }),
    waveform: drawer.result()?.toString("base64"),
  }
}
