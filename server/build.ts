import { spawn } from "node:child_process"
import cluster from "node:cluster"
import { once } from "node:events"
import { createHash } from "node:crypto"
import { existsSync, globSync, statSync } from "node:fs"
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { precompress } from "./precompress.ts"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const BUILD = join(ROOT, "build")
const BUILDER = "node_modules/@react-router/dev/bin.cjs"
const NO_BUILDER =
  "Le dossier build ne correspond pas aux sources, et ce qui le construit n’est pas installé : lancez npm ci, ou copiez un build fait des mêmes sources."
/** Where a build is made while the one before still serves. */
const NEXT = join(BUILD, "next")
/** What the build was made from: a digest of the sources, and one of what their folders say of them. */
const STAMP = join(BUILD, "sources.sha256")
/** In the place of that digest where a release came built: it has nothing to build with. */
const RELEASED = "release"
/** What Node keeps of a start for the next (start.js). */
const COMPILED = join(BUILD, "compiled")
const SOURCES = [
  "{app,server,public}/**/*.*",
  "{package-lock,package,tsconfig}.json",
  "{vite,react-router}.config.ts",
  // Santé shows what a version changed.
  "CHANGELOG.md",
  "scripts/{import,import-feed,import-exports,import-report,backup,backup-steps,restore,migrate,look-at-site,update-data,export,fetch-backup,rescue,media,media-report,doctor,command,progress}.ts",
]
/** Pages in caches and open tabs go on asking for the assets of earlier builds. */
const RETENTION_MS = 30 * 86_400_000

/**
 * Builds the site unless the build at hand was made from exactly these sources. A site may run from the build before
 * meanwhile, and afterwards. Workers take the build that their primary made.
 *
 * @returns the folder of the build
 */
export async function ensureBuild() {
  if (cluster.isWorker) return BUILD
  const [madeFrom, seen] = (await readFile(STAMP, "utf8").catch(() => "")).split("\n")
  if (madeFrom === RELEASED) return BUILD
  const files = globSync(SOURCES, { cwd: ROOT })
    .filter((name) => !name.includes(".test."))
    .sort()
  // Reading every source takes ten times as long as looking whether one was written since.
  const looks = lookAt(files)
  if (seen === looks) return BUILD
  const sources = await hashSources(files)
  if (madeFrom !== sources) await build()
  await writeFile(STAMP, `${sources}\n${looks}`)
  return BUILD
}

class BuildError extends Error {
  override name = "BuildError"
}

async function build() {
  console.log("Construction du site…")
  await rm(NEXT, { recursive: true, force: true })
  if (!existsSync(join(ROOT, BUILDER))) throw new BuildError(NO_BUILDER)
  await run(BUILDER, ["build"])
  await precompress(join(NEXT, "client/assets"))
  await replaceBuild()
  await rm(COMPILED, { recursive: true, force: true })
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
    if (Date.now() - (await stat(place)).mtimeMs > RETENTION_MS) await rm(place)
  }
}

function lookAt(files: string[]) {
  const hash = createHash("sha256")
  for (const file of files) {
    const { size, ctimeMs } = statSync(join(ROOT, file))
    hash.update(`${file} ${size} ${ctimeMs}\n`)
  }
  return hash.digest("hex")
}

async function hashSources(files: string[]) {
  const hash = createHash("sha256")
  for (const file of files) hash.update(file).update(await readFile(join(ROOT, file)))
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

/** Says of the build at hand that it is all there will be (scripts/release.ts). */
export async function sealBuild() {
  await ensureBuild()
  await rm(COMPILED, { recursive: true, force: true })
  await writeFile(STAMP, RELEASED)
}

if (import.meta.main) await ensureBuild()
