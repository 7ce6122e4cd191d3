import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const SCRIPT = fileURLToPath(new URL("short-lived-sender.ts", import.meta.url))

/** Processes that send letters, to be killed. */
export function createSenders(databaseUrl: string, smtpUrl: string) {
  const running = new Set<ChildProcess>()
  let said = ""
  return {
    start() {
      const sender = spawn(process.execPath, [SCRIPT, databaseUrl, smtpUrl], {
        stdio: ["ignore", "ignore", "pipe"],
      })
      sender.stderr.on("data", (text: Buffer) => (said += String(text)))
      running.add(sender)
    },
    /** What went wrong in them. */
    said: () => said,
    /** As when the power fails. */
    async killAll() {
      const all = [...running]
      running.clear()
      for (const sender of all) sender.kill("SIGKILL")
      for (const sender of all)
        if (sender.exitCode === null && sender.signalCode === null) await once(sender, "exit")
    },
  }
}
