import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream, existsSync, globSync } from "node:fs"
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { compareVersions } from "#app/base/versions/changelog.ts"

/** Why a release is not taken: one French line. */
export class ReleaseError extends Error {}

export type Release = { folder: string; version: string }

type Taking = {
  /** A file, or an https:// address. `SHA256SUMS` and `SHA256SUMS.sig` lie beside it. */
  source: string
  /** Of those who may sign, as ssh-keygen reads it. */
  keys: string | undefined
  /** Where the releases are, one folder each. */
  place: string
  /** The number of the one that is there. */
  version: string
  signal: AbortSignal
}

const SUMS = "SHA256SUMS"
const SIGNATURE = `${SUMS}.sig`
const NAME = /^cko-(\d+\.\d+\.\d+[\w.-]*?)-linux-(x64|arm64)\.tar\.gz$/
const SIGNED_AS = "cko"
const MAX_BYTES = { archive: 2e9, list: 1e6 }
/** What was begun has such a name until it is whole. */
const UNFINISHED = ".cko-update-"

/**
 * Brings a release, checks who it is from and whether it came whole, and unpacks it beside this one.
 *
 * @returns where it is: whole, or not at all
 * @throws ReleaseError when it is none, not newer, for another machine, or not what was signed
 */
export async function takeRelease({ source, keys, place, version, signal }: Taking): Promise<Release> {
  const name = basename(isAddress(source) ? new URL(source).pathname : source)
  const [, itsVersion = "", arch] = NAME.exec(name) ?? []
  if (!arch) throw new ReleaseError(`${name} n’est pas une archive de CKO (cko-1.2.3-linux-x64.tar.gz).`)
  if (arch !== process.arch)
    throw new ReleaseError(`${name} est pour une autre machine : celle-ci demande linux-${process.arch}.`)
  if (compareVersions(itsVersion, version) <= 0)
    throw new ReleaseError(`Ce site est déjà en ${version} : ${itsVersion} n’est pas plus récent.`)
  for (const left of globSync(`${UNFINISHED}*`, { cwd: place }))
    await rm(join(place, left), { recursive: true })
  const work = await mkdtemp(join(place, UNFINISHED)).catch((error: Error) => {
    throw new ReleaseError(`Rien ne peut être déballé dans ${place} : ${error.message}`)
  })
  try {
    for (const file of [SUMS, ...(keys === undefined ? [] : [SIGNATURE]), name])
      await bring(source, file, join(work, file), signal)
    if (keys !== undefined) await requireSignature(work, keys)
    await requireSum(work, name)
    const unpacked = join(work, "unpacked")
    await mkdir(unpacked)
    execFileSync("tar", ["-xzf", join(work, name), "-C", unpacked, "--no-same-owner"])
    const found = join(unpacked, `cko-${itsVersion}`)
    if (!existsSync(join(found, "cko"))) throw new ReleaseError(`${name} ne contient pas cko-${itsVersion}.`)
    const folder = join(place, `cko-${itsVersion}`)
    await rm(folder, { recursive: true, force: true })
    await rename(found, folder)
    return { folder, version: itsVersion }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const isAddress = (source: string) => /^https?:\/\//.test(source)

async function bring(source: string, file: string, to: string, signal: AbortSignal) {
  try {
    if (!isAddress(source)) return await copyFile(join(dirname(source), file), to)
    const response = await fetch(new URL(file, source), { signal })
    if (!response.ok || !response.body) throw new Error(`réponse ${response.status}`)
    const most = file.endsWith(".gz") ? MAX_BYTES.archive : MAX_BYTES.list
    const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
    await pipeline(body, (chunks: AsyncIterable<Uint8Array>) => upTo(chunks, most), createWriteStream(to))
  } catch (error) {
    signal.throwIfAborted()
    const { code, message, cause } = error as NodeJS.ErrnoException & { cause?: Error }
    const reason = code === "ENOENT" ? "il n’est pas là" : (cause?.message ?? message)
    throw new ReleaseError(`${file} ne peut pas être lu à côté de l’archive : ${reason}`)
  }
}

async function* upTo(chunks: AsyncIterable<Uint8Array>, most: number) {
  let bytes = 0
  for await (const chunk of chunks) {
    if ((bytes += chunk.length) > most) throw new Error("il est bien trop gros")
    yield chunk
  }
}

async function requireSignature(work: string, keys: string) {
  const args = ["-Y", "verify", "-f", keys, "-I", SIGNED_AS, "-n", SIGNED_AS, "-s", join(work, SIGNATURE)]
  const { status, error, stderr } = spawnSync("ssh-keygen", args, {
    input: await readFile(join(work, SUMS)),
    encoding: "utf8",
  })
  if (error)
    throw new ReleaseError(`La signature ne peut pas être vérifiée sans ssh-keygen (${error.message}).`)
  if (status !== 0)
    throw new ReleaseError(
      `La signature n’est d’aucune clé de ${keys}, n’installez pas cette archive : ${stderr.trim()}`,
    )
}

async function requireSum(work: string, name: string) {
  const sums = await readFile(join(work, SUMS), "utf8")
  const listed = sums.split("\n").map((line) => line.split(/ [ *]/))
  const [sum] = listed.find(([, file]) => file === name) ?? []
  if (!sum) throw new ReleaseError(`${SUMS} ne dit rien de ${name}.`)
  const hash = createHash("sha256")
  await pipeline(createReadStream(join(work, name)), hash)
  if (hash.digest("hex") !== sum)
    throw new ReleaseError(
      `${name} n’est pas arrivé entier, ou a été changé : sa somme n’est pas celle de ${SUMS}.`,
    )
}
