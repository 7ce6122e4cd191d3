import { readdir, readFile, stat } from "node:fs/promises"
import { extname, join } from "node:path"
import type { Cue } from "#app/kit/lib/cues.ts"
import { decodeText } from "../formats/decode-text.ts"
import { readTranscript } from "../formats/read-transcript.ts"

/** Those with times and names first; some programs write several. */
const WANTED = [".vtt", ".srt", ".json", ".html", ".txt", ""]
export const MAX_RESULT_BYTES = 10_000_000
const MAX_FILES = 100

/** What a command left in its folder, as sentences. @returns why there are none, in French */
export async function readResult(folder: string): Promise<Cue[] | { failure: string }> {
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
      const text = decodeText(await readFile(file))
      const cues = isText(text) ? readTranscript(text) : []
      if (cues.length > 0) return cues
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

/** What is no text was decoded as one all the same. */
function isText(text: string) {
  const head = text.slice(0, 10_000)
  // oxlint-disable-next-line no-control-regex -- which only other files hold
  return (head.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0) <= head.length / 100
}
