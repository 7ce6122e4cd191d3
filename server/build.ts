import { spawn } from "node:child_process"
import { once } from "node:events"
import { createHash } from "node:crypto"
import { glob, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { precompress } from "../scripts/precompress.ts"

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const BUILD = join(ROOT, "build")
const STAMP = join(BUILD, "sources.sha256")
const SOURCES = [
  "{app,server,public}/**/*.*",
  "{package-lock,package,tsconfig}.json",
  "{site,vite,react-router}.config.ts",
  "scripts/{import,progress,precompress}.ts",
]

/**
 * Builds the site unless the build at hand was made from exactly these sources.
 *
 * @returns the folder of the build
 */
export async function ensureBuild() {
  const wanted = await hashSources()
  if ((await readFile(STAMP, "utf8").catch(() => "")) === wanted) return BUILD
  console.log("Construction du site…")
  await run("node_modules/@react-router/dev/bin.cjs", ["build"])
  await precompress(join(BUILD, "client/assets"))
  await writeFile(STAMP, wanted)
  return BUILD
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
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  child.stdout.on("data", (text) => (output += text))
  child.stderr.on("data", (text) => (output += text))
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`The build failed:\n${output}`)
}

if (import.meta.main) await ensureBuild()
