import { spawn } from "node:child_process"
import cluster from "node:cluster"
import { once } from "node:events"
import { createHash } from "node:crypto"
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { precompress } from "../scripts/precompress.ts"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const BUILD = join(ROOT, "build")
/** Where a build is made while the one before still serves. */
const NEXT = join(BUILD, "next")
const STAMP = join(BUILD, "sources.sha256")
const SOURCES = [
  "{app,server,public}/**/*.*",
  "{package-lock,package,tsconfig}.json",
  "{site,vite,react-router}.config.ts",
  "scripts/{import,backup,backup-steps,restore,command,progress,precompress}.ts",
]
/** Pages in caches and open tabs go on asking for the assets of earlier builds. */
const KEPT_MS = 30 * 86_400_000

/**
 * Builds the site unless the build at hand was made from exactly these sources. A site may run from the build before
 * meanwhile, and afterwards. Workers take the build that their primary made.
 *
 * @returns the folder of the build
 */
export async function ensureBuild() {
  if (cluster.isWorker) return BUILD
  const wanted = await hashSources()
  if ((await readFile(STAMP, "utf8").catch(() => "")) === wanted) return BUILD
  console.log("Construction du site…")
  await rm(NEXT, { recursive: true, force: true })
  await run("node_modules/@react-router/dev/bin.cjs", ["build"])
  await precompress(join(NEXT, "client/assets"))
  await replaceBuild()
  await writeFile(STAMP, wanted)
  return BUILD
}

/** Puts each file in its place at once, and leaves those of earlier builds that somebody may still ask for. */
async function replaceBuild() {
  for await (const entry of glob("**/*", { cwd: NEXT, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const place = join(BUILD, relative(NEXT, file))
    await mkdir(dirname(place), { recursive: true })
    await rename(file, place)
  }
  await rm(NEXT, { recursive: true })
  for await (const file of glob("*/assets/*", { cwd: BUILD })) {
    const place = join(BUILD, file)
    if (Date.now() - (await stat(place)).mtimeMs > KEPT_MS) await rm(place)
  }
}

async function hashSources() {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT }))
  const hash = createHash("sha256")
  for (const file of files.filter((name) => !name.includes(".test.")).sort())
    hash.update(file).update(await readFile(join(ROOT, file)))
  return hash.digest("hex")
}

async function run(script: string, args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: relative(ROOT, NEXT) },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  child.stdout.on("data", (text) => (output += text))
  child.stderr.on("data", (text) => (output += text))
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`The build failed:\n${output}`)
}

if (import.meta.main) await ensureBuild()
