/** `node e2e/start-site.ts <name>`: runs a site from its production build on new data, until told to stop. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { startAudioHost } from "./audio-host.ts"
import { makeFeed, realFeeds } from "./feed.ts"
import { SITES, siteFolder, siteLog, type SiteName, siteUrl } from "./sites.ts"

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
await rm(siteLog(name), { force: true })
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
if (name === "real")
  for (const [index, feed] of (await realFeeds(folder)).entries())
    await run("scripts/import.ts", feed, index === 0 ? "--identity" : "--no-identity")
await run("server/start.js").catch((error) => console.error(error.message))
await rm(folder, { recursive: true })
stopAudioHost?.()
process.stdin.destroy()

async function run(...args: string[]) {
  const started = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] })
  child = started
  started.stdout.pipe(process.stdout, { end: false })
  started.stdout.pipe(createWriteStream(siteLog(name), { flags: "a" }))
  const [code] = await once(started, "exit")
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
}
