/**
 * Makes the sounds that come with the site from their lines (app/db/starter/content/episodes.json): `node scripts/make-starter-sounds.ts`.
 * The results are committed, so only who changes the lines needs `espeak-ng` and `lame` here.
 */
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { starterContent } from "#app/db/starter/content.server.ts"
import type { StarterSound } from "#app/db/starter/types.ts"

const RATE = 22_050
/** In beats a minute: a quarter of a bar is two thirds of a second. */
const TEMPO = 90
const BEAT = (60 / TEMPO) * RATE

/** Kick, snare and closed hat in steps of half a beat, over two bars. */
const KICK = "x..x....x.xx...."
const SNARE = "..x...x...x...x."
const HAT = "xxxxxxxxxxxxxxxx"
const STEP = BEAT / 2

function make(sound: StarterSound, voice: string[], loud: (second: number) => number) {
  const samples = new Float32Array(sound.durationSeconds * RATE)
  drum(samples, loud)
  for (const { start, end, text } of sound.cues) {
    const spoken = speak(text, voice)
    const from = Math.round(((start ?? 0) / 1_000) * RATE)
    const late = from + spoken.length - ((end ?? 0) / 1_000) * RATE
    if (late > 0) throw new Error(`« ${text} » ends ${Math.round((late / RATE) * 1_000)} ms late`)
    spoken.forEach((sample, index) => (samples[from + index] = (samples[from + index] ?? 0) + 0.9 * sample))
  }
  const fade = RATE * 2
  const wave = Int16Array.from(samples, (sample, index) => {
    const left = Math.min(1, (samples.length - index) / fade)
    return Math.round(Math.max(-1, Math.min(1, sample * left)) * 32_000)
  })
  const file = fileURLToPath(new URL(`../public${sound.audioUrl}`, import.meta.url))
  const raw = ["-r", "-s", String(RATE / 1_000), "--bitwidth", "16", "--signed", "--little-endian", "-m", "m"]
  execFileSync("lame", ["--silent", ...raw, "-q", "0", "-b", "24", "--resample", "22.05", "-", file], {
    input: Buffer.from(wave.buffer),
  })
}

/** What the voice says, as samples between -1 and 1. */
function speak(text: string, voice: string[]) {
  const wav = execFileSync("espeak-ng", ["-v", ...voice, "--stdout", text])
  const data = wav.subarray(44, wav.length - ((wav.length - 44) % 2))
  return Float32Array.from({ length: data.length / 2 }, (_, index) => data.readInt16LE(index * 2) / 32_768)
}

function drum(samples: Float32Array, loud: (second: number) => number) {
  let seed = 1
  const noise = () => (seed = (seed * 16_807) % 2_147_483_647) / 1_073_741_823.5 - 1
  const strokes: [string, number, (t: number) => number][] = [
    [KICK, 0.35, (t) => Math.sin(2 * Math.PI * (45 * t + 6 * (1 - Math.exp(-t * 30)))) * Math.exp(-t * 9)],
    [SNARE, 0.25, (t) => (0.7 * noise() + 0.4 * Math.sin(2 * Math.PI * 190 * t)) * Math.exp(-t * 16)],
    [HAT, 0.12, (t) => noise() * Math.exp(-t * 70)],
  ]
  for (const [pattern, seconds, stroke] of strokes)
    for (let step = 0; step * STEP < samples.length; step += 1) {
      if (pattern[step % pattern.length] !== "x") continue
      const from = Math.round(step * STEP)
      for (let index = 0; index < seconds * RATE && from + index < samples.length; index += 1) {
        const gain = loud((from + index) / RATE)
        samples[from + index] = (samples[from + index] ?? 0) + gain * stroke(index / RATE)
      }
    }
}

/** Quieter while somebody speaks. */
const under = (sound: StarterSound) => (second: number) =>
  sound.cues.some(
    ({ start, end }) => second > (start ?? 0) / 1_000 - 0.2 && second < (end ?? 0) / 1_000 + 0.1,
  )
    ? 0.14
    : 0.4

/** A bar without anything, of which the last line before it tells. */
const isSilence = (second: number) => second > 26.6 && second < 29.33

const { episodes } = await starterContent()
const [breath, crates] = episodes.flatMap(({ sound }) => sound ?? [])
if (!breath || !crates) throw new Error("two episodes have a sound")

make(breath, ["fr+f4", "-s", "150", "-p", "40"], (second) => (isSilence(second) ? 0 : under(breath)(second)))
make(crates, ["fr+m3", "-s", "155", "-p", "30"], under(crates))
