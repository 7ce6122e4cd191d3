/** `node e2e/start-site.ts <name>`: runs a site from its production build on new data, until told to stop. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { startAudioHost } from "./audio-host.ts"
import { makeFeed } from "./feed.ts"
import { SITES, siteFolder, type SiteName, siteUrl } from "./sites.ts"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const name = process.argv[2] as SiteName
const site = SITES[name]
let child: ChildProcess | undefined
const stop = () => child?.kill()
// It is outlived here to clean up after it.
process.on("SIGTERM", stop)
process.on("SIGINT", stop)
// Playwright was killed: nobody else will stop the site.
process.stdin.on("end", stop).resume()

const folder = siteFolder(name)
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
const env = {
  ...process.env,
  PORT: String(site.port),
  PUBLIC_URL: siteUrl(name),
  DATA_DIR: join(folder, "data"),
  DATABASE_URL: "",
  SMTP_URL: "",
  // Each journey says its own address (`anyAddress`).
  TRUST_PROXY: "1",
  STARTER_CONTENT: site.starterContent ? "1" : "0",
  LOG_LEVEL: "warn",
}
const stopAudioHost = site.feedItems > 0 ? await startAudioHost() : undefined
if (site.feedItems > 0) {
  await writeFile(join(folder, "feed.xml"), makeFeed(site.feedItems))
  await run("scripts/import.ts", join(folder, "feed.xml"))
}
await run("server/start.js").catch((error) => console.error(error.message))
await rm(folder, { recursive: true })
stopAudioHost?.()
process.stdin.destroy()

async function run(...args: string[]) {
  child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] })
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
}
