import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { extname, join, resolve } from "node:path"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { fillCommand } from "#app/kit/lib/command-line.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { getSettings, type TranscribeSettings } from "#app/kit/lib/settings.server.ts"
import { RefusedFileError } from "#app/media/processing/refused.ts"
import { decodeText } from "#app/kit/lib/decode-text.ts"
import { readTranscript } from "../formats/read-transcript.ts"
import { fetchSound } from "./fetch-sound.server.ts"
import { type GuardAnswer, runCommand } from "./run-command.server.ts"
import { writeWav } from "./write-wav.server.ts"

export type Ended = { cues: Cue[] } | { failure: string; words: string }

type Options = {
  signal: AbortSignal
  network?: AddressGuard
  patienceMs?: number
  onStart: () => void
  onProgress: (percent: number) => void
}

/**
 * Has a sound written down by the host's program (TRANSCRIBE_COMMAND), in a folder that is removed afterwards.
 *
 * @param address of the sound: of the library, or elsewhere
 * @throws RefusedFileError, FetchError or MissingFileError when the sound cannot be had
 */
export async function transcribe(address: string, options: Options): Promise<Ended> {
  const { transcribe: asked } = getSettings()
  if (!asked) throw new RefusedFileError("TRANSCRIBE_COMMAND n’est plus réglée.")
  if (address === "") throw new RefusedFileError("Cet épisode n’a pas de son.")
  const base = workFolder()
  await mkdir(base, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(base, "job-"))
  try {
    const result = join(folder, "result")
    await mkdir(result, { mode: 0o700 })
    const sound = await fetchSound(address, folder, { signal: options.signal, guard: options.network })
    try {
      const words = await wordsFor(asked.command, sound, folder, result, options.signal)
      options.signal.throwIfAborted()
      options.onStart()
      return await run(words, result, asked, options)
    } finally {
      await sound.release()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where sounds lie while they are written down. Whoever has the turn there may remove what others left. */
export function workFolder() {
  return resolve(getSettings().dataDir, "transcripts", "work")
}

type Sound = { file: string; type: string }

async function wordsFor(
  command: string[],
  sound: Sound,
  folder: string,
  result: string,
  signal: AbortSignal,
) {
  const wav = join(folder, "sound-16k.wav")
  const needsWav = command.some((word) => word.includes("{wav}"))
  if (needsWav && !(await writeWav(sound.file, sound.type, wav, signal))) throw new RefusedFileError(NO_WAV)
  return fillCommand(command, {
    input: sound.file,
    wav,
    output: join(result, "transcript"),
    language: siteSettings().podcast.language.split("-")[0] ?? "fr",
  })
}

const NO_WAV =
  "Le site ne décode pas ce genre de son (M4A, WebM)\u00a0: il faut {input} au lieu de {wav} dans TRANSCRIBE_COMMAND."

/** A program may leave some files beside the one that counts, and no more. */
const MAX_FOLDER_BYTES = 200_000_000
const WATCH_MS = 2_000

type Asked = Pick<TranscribeSettings, "minutes" | "env">

async function run(
  words: string[],
  folder: string,
  { minutes, env }: Asked,
  options: Options,
): Promise<Ended> {
  const tooLong = AbortSignal.timeout(minutes * 60_000)
  const tooMuch = new AbortController()
  const watch = setInterval(() => {
    void bytesIn(folder).then(
      (bytes) => bytes > MAX_FOLDER_BYTES && tooMuch.abort(),
      () => {},
    )
  }, WATCH_MS)
  const { onProgress, patienceMs } = options
  const signal = AbortSignal.any([options.signal, tooLong, tooMuch.signal])
  const ended = await runCommand({ words, folder, env, signal, patienceMs, onProgress }).finally(() =>
    clearInterval(watch),
  )
  const fail = (failure: string) => ({ failure, words: ended.words })
  if (tooMuch.signal.aborted) return fail("Le programme a écrit plus de 200\u00a0Mo\u00a0: il a été arrêté.")
  if (tooLong.aborted)
    return fail(`Le programme n’avait pas fini après ${minutes}\u00a0minutes\u00a0: il a été arrêté.`)
  const problem = problemOf(ended.answer, words[0] ?? "")
  if (problem) return fail(problem)
  const found = await readResult(folder)
  return "failure" in found ? fail(found.failure) : { cues: found }
}

async function bytesIn(folder: string) {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.slice(0, 1_000).map((name) => stat(join(folder, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

function problemOf(answer: GuardAnswer | undefined, program: string) {
  if (!answer) return "Le programme a été interrompu."
  if ("failure" in answer) {
    if (answer.failure === "ENOENT") return `Le programme ${program} est introuvable.`
    if (answer.failure === "EACCES")
      return `Le programme ${program} ne peut pas être lancé\u00a0: droits refusés.`
    return `Le programme ${program} n’a pas pu être lancé (${answer.failure}).`
  }
  if (answer.signal) return `Le programme a été arrêté par le système (${answer.signal}).`
  return answer.code === 0 ? undefined : `Le programme s’est terminé par une erreur (code ${answer.code}).`
}

/** Those with times and names first; some programs write several. */
const WANTED = [".vtt", ".srt", ".json", ".html", ".txt", ""]
const MAX_RESULT_BYTES = 10_000_000
const MAX_FILES = 100

/** What a command left in its folder, as sentences. @returns why there are none, in French */
async function readResult(folder: string): Promise<Cue[] | { failure: string }> {
  const names = (await readdir(folder)).slice(0, MAX_FILES).sort()
  const wanted = names
    .filter((name) => WANTED.includes(extname(name)))
    .toSorted((a, b) => WANTED.indexOf(extname(a)) - WANTED.indexOf(extname(b)))
  let isTooLarge = false
  for (const name of wanted) {
    const file = join(folder, name)
    const found = await stat(file)
    if (!found.isFile()) continue
    if (found.size > MAX_RESULT_BYTES) isTooLarge = true
    else {
      const read = readTranscript(decodeText(await readFile(file)))
      if ("cues" in read) return read.cues
    }
  }
  if (isTooLarge) return { failure: "Le programme a écrit un fichier de plus de 10\u00a0Mo." }
  return {
    failure:
      wanted.length > 0
        ? "Le programme n’a rien écrit qui se lise comme une transcription."
        : "Le programme s’est terminé sans écrire de fichier.",
  }
}
