import { fork } from "node:child_process"
import { workerFile } from "#app/kit/lib/worker-files.server.ts"
import { progressReader } from "./progress.ts"
import { lastWords } from "./last-words.ts"

/** What the process that stands between is told (server/command-guard.ts). */
export type GuardOrder = {
  program: string
  args: string[]
  folder: string
  env: Record<string, string>
  /** Between asking it to end and ending it. */
  patienceMs: number
}
/** What it says of the command's end; `failure` is the system's word where it could not be started. */
export type GuardAnswer = { code: number | null; signal: string | null } | { failure: string }

type Options = {
  /** The command's words, all filled in. */
  words: string[]
  /** Where it runs. */
  folder: string
  env: Record<string, string>
  /** Ends it, with all that it started. */
  signal: AbortSignal
  patienceMs?: number
  onProgress: (percent: number) => void
}

const PATIENCE_MS = 5_000
/** Whoever left the group may hold its output open for ever. */
const DRAIN_MS = 2_000

/**
 * Runs a program of the host's, without a shell, behind everybody else on the machine. However much it prints, the last lines
 * are kept.
 *
 * @returns how it ended, which is unknown where the process in between was killed, and its last words
 */
export async function runCommand(options: Options) {
  const { words, folder, env, signal, patienceMs = PATIENCE_MS, onProgress } = options
  const [program = "", ...args] = words
  const said = lastWords()
  const readProgress = progressReader(onProgress)
  const child = fork(workerFile("command-guard"), [], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: [],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      said.add(piece)
      readProgress(piece)
    })
  }
  const end = () => {
    if (child.connected) child.send("end")
  }
  let answer: GuardAnswer | undefined
  child.on("message", (message: GuardAnswer) => (answer = message))
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject)
    // Its words are read to the end.
    child.once("close", () => resolve())
    child.once("exit", () => setTimeout(resolve, DRAIN_MS).unref())
    if (child.connected) child.send({ program, args, folder, env, patienceMs } satisfies GuardOrder)
    if (signal.aborted) end()
    signal.addEventListener("abort", end, { once: true })
  }).finally(() => {
    signal.removeEventListener("abort", end)
    child.stdout?.destroy()
    child.stderr?.destroy()
  })
  return { answer, words: said.text() }
}
