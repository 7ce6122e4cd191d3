import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { onTestFinished } from "vitest"

const ROOT = join(import.meta.dirname, "..")

/** Starts one of the site's commands on a folder. */
export function startCommand(dataDir: string, name: string, ...args: string[]) {
  const child = spawn(process.execPath, ["scripts/run.ts", name, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)))
  const ended = once(child, "close").then(([code, signal]) => ({ status: signal ?? code, output }))
  return { child, ended }
}

/** A feed of long items in a data folder. @returns its file */
export async function writeFeed(dataDir: string, count: number) {
  const items = Array.from(
    { length: count },
    (
      _,
      n,
    ) => `<item><title>Reçu ${n}</title><guid>g${n}</guid><description>${"Long texte. ".repeat(200)}</description>
      <pubDate>Thu, 15 Jan 2026 12:00:00 GMT</pubDate>
      <enclosure url="https://audio.example/${n}.mp3" type="audio/mpeg" length="1"/></item>`,
  )
  const file = join(dataDir, "feed.xml")
  await writeFile(file, `<rss version="2.0"><channel><title>CKO</title>${items.join("")}</channel></rss>`)
  return file
}
