/**
 * Stands between the site and a command of the host's: starts it with the lowest priority, as the head of a group of its own,
 * and ends the whole group when it is told to, when the site is gone (however that ended), or when the command ends and leaves
 * others behind. A signal alone would not do: a killed process tells its children nothing.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { constants, setPriority } from "node:os"
import type { GuardAnswer, GuardOrder } from "#app/podcast/transcripts/command/run-command.server.ts"

/** What hangs in the kernel cannot be waited for. */
const LAST_MS = 5_000
let patienceMs = 0
let command: ChildProcess | undefined
let isEnding = false

// The first message says what to start; another one, or none any more, to end it.
process.once("message", (order: GuardOrder) => {
  start(order)
  process.once("message", () => end())
})
process.once("disconnect", () => end())
// The site says when to end.
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.on(signal, () => {})

function start({ program, args, folder, env, ...order }: GuardOrder) {
  patienceMs = order.patienceMs
  setPriority(constants.priority.PRIORITY_LOW)
  command = spawn(program, args, {
    cwd: folder,
    env,
    detached: true,
    // Its words go where this process's would.
    stdio: ["ignore", "inherit", "inherit"],
  })
  command.once("error", (error: NodeJS.ErrnoException) => {
    if (command?.pid === undefined) answer({ failure: error.code ?? error.message })
  })
  command.once("exit", (code, signal) => {
    killGroup("SIGKILL")
    answer({ code, signal })
  })
}

function end() {
  if (isEnding) return
  isEnding = true
  if (!command) return void process.exit(0)
  killGroup("SIGTERM")
  setTimeout(() => {
    killGroup("SIGKILL")
    setTimeout(() => process.exit(1), LAST_MS)
  }, patienceMs)
}

function killGroup(signal: NodeJS.Signals) {
  if (command?.pid === undefined) return
  try {
    process.kill(-command.pid, signal)
  } catch {
    // Nobody is left in it.
  }
}

function answer(message: GuardAnswer) {
  if (!process.connected || !process.send) return void process.exit(0)
  process.send(message, () => process.exit(0))
}
