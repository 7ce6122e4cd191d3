/** `node e2e/start-site.ts <name>`: runs a site from its production build on new data, until told to stop. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { makeFeed } from "./feed.ts"
import { SITES, type SiteName, siteUrl } from "./sites.ts"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DATABASE_SERVER = process.env.TEST_DATABASE_URL

const name = process.argv[2] as SiteName
const site = SITES[name]
// The site gets the signal too; it is outlived here to clean up after it.
process.on("SIGTERM", () => {})
process.on("SIGINT", () => {})

const folder = await mkdtemp(join(tmpdir(), `cko-e2e-${name}-`))
const database = DATABASE_SERVER ? `cko_e2e_${name}` : undefined
if (database) {
  await onServer(`drop database if exists ${database} with (force)`)
  await onServer(`create database ${database}`)
}
const env = {
  ...process.env,
  PORT: String(site.port),
  PUBLIC_URL: siteUrl(name),
  DATA_DIR: join(folder, "data"),
  DATABASE_URL: database ? Object.assign(new URL(DATABASE_SERVER ?? ""), { pathname: database }).href : "",
  SMTP_URL: "",
  STARTER_CONTENT: site.starterContent ? "1" : "0",
  LOG_LEVEL: "warn",
}
if (site.feedItems > 0) {
  await writeFile(join(folder, "feed.xml"), makeFeed(site.feedItems))
  await run("scripts/import.ts", join(folder, "feed.xml"))
}
await run("server/main.ts").catch((error) => console.error(error.message))
await rm(folder, { recursive: true })
if (database) await onServer(`drop database ${database} with (force)`)

async function run(...args: string[]) {
  const [code] = await once(spawn(process.execPath, args, { cwd: ROOT, env, stdio: "inherit" }), "exit")
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: DATABASE_SERVER })
  await client.connect()
  await client.query(statement)
  await client.end()
}
