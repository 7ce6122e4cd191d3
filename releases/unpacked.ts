import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { version } from "#package"

/** PostgreSQL refuses to be root, and so do the commands. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * The release that `RELEASE` has, as it is installed.
 *
 * @returns the folder for all of it, the release's, a private key of who makes releases, the file of whom a site trusts, and the function
 *   that removes it
 */
export async function unpackRelease() {
  const work = await mkdtemp(join(tmpdir(), "cko-releases-"))
  const [archive = ""] = globSync(
    `${process.env.RELEASE ?? "release"}/cko-${version}-linux-${process.arch}.tar.gz`,
  )
  const opt = join(work, "opt")
  await mkdir(opt)
  execFileSync("tar", ["-xzf", archive, "-C", opt, "--no-same-owner"])
  const key = join(work, "key")
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key])
  const keys = join(work, "cles")
  await writeFile(keys, `cko ${readFileSync(`${key}.pub`, "utf8")}`)
  own(work)
  const remove = () => rm(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return { work, old: join(opt, `cko-${version}`), version, key, keys, remove }
}

/** Gives a folder to the account that releases run as here. */
export function own(folder: string) {
  if (ACCOUNT.uid) execFileSync("chown", ["-R", `${ACCOUNT.uid}:${ACCOUNT.gid}`, folder])
}

/** A command of a release, with its settings. */
export function callRelease(folder: string, args: string[], settings: Record<string, string>) {
  const child = spawn(join(folder, "cko"), args, {
    ...ACCOUNT,
    env: { PATH: process.env.PATH, LOG_LEVEL: "warn", LOG_FORMAT: "json", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)))
  return { child, output: () => output, ended: once(child, "close").then(([code]) => code as number | null) }
}
