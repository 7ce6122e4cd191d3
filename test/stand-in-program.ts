// In the place of a program that writes down speech: `node stand-in-program.ts <what> <input> <output> [<more>]`.
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"

const [, , what = "", input = "", output = "", more = ""] = process.argv
const print = (text: string) => process.stdout.write(text)
const VTT = "WEBVTT\n\n00:00.000 --> 00:02.000\nBonsoir à tous.\n\n00:02.000 --> 00:04.000\nOn y va.\n"
const wait = () => setInterval(() => {}, 1_000)
/** Told to whoever waits for this program to be that far. */
const mark = () => writeFileSync(more, String(process.pid))

const BEHAVIOURS: Record<string, () => void> = {
  works() {
    for (const percent of [5, 50, 100]) print(`whisper_print_progress_callback: progress = ${percent}%\n`)
    writeFileSync(`${output}.vtt`, VTT)
  },
  /** Says of its sound and of its surroundings what it was given. */
  tells() {
    const sound = readFileSync(input)
    const rate = sound.toString("latin1", 0, 4) === "RIFF" ? sound.readUInt32LE(24) : 0
    const facts = [sound.length, rate, process.cwd(), process.env.SPOKEN, Object.keys(process.env).length]
    writeFileSync(`${output}.srt`, `1\n00:00:00,000 --> 00:00:02,000\n${facts.join(" | ")}\n`)
  },
  fails() {
    process.stderr.write("\u001b[31mloading…\rerror: failed to open 'ggml.bin'\u001b[0m\n")
    process.exitCode = 3
  },
  silent() {},
  rubbish: () => writeFileSync(`${output}.vtt`, Buffer.alloc(50_000, "\u0000\u0001\u0002")),
  large: () => writeFileSync(`${output}.vtt`, Buffer.alloc(100_000_000, "a ")),
  talkative() {
    const line = "x".repeat(999)
    for (let n = 0; n < 20_000; n += 1) print(`${line}\n`)
    writeFileSync(`${output}.vtt`, VTT)
  },
  hangs() {
    print("progress = 42%\n")
    mark()
    wait()
  },
  stubborn() {
    process.on("SIGTERM", () => {})
    mark()
    wait()
  },
  /** Ends well, and leaves somebody behind who holds its output open. */
  "leaves-a-child"() {
    const child = spawn(process.execPath, [import.meta.filename, "stubborn", "", "", more], {
      stdio: "inherit",
    })
    child.unref()
    const look = setInterval(() => {
      try {
        readFileSync(more)
      } catch {
        return
      }
      clearInterval(look)
      writeFileSync(`${output}.vtt`, VTT)
      process.exit(0)
    }, 20)
  },
}

BEHAVIOURS[what]?.()
