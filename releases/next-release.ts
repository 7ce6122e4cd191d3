import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { globSync } from "node:fs"
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

type Next = {
  version: string
  /** Of its own migration. */
  sql: string
}

/**
 * Makes of an unpacked release one of a later version, packed and signed, as `npm run release -- --key …` does.
 *
 * @param release its folder
 * @param to where the archive, its sums and their signature come
 * @param key a private one
 * @returns the archive
 */
export async function makeNextRelease(release: string, to: string, key: string, { version, sql }: Next) {
  const name = `cko-${version}`
  const folder = join(to, name)
  const archive = `${name}-linux-${process.arch}.tar.gz`
  await mkdir(to, { recursive: true })
  await cp(release, folder, { recursive: true, preserveTimestamps: true })
  const change = async (file: string, to: (text: string) => string) =>
    writeFile(join(folder, file), to(await readFile(join(folder, file), "utf8")))
  const { version: before } = JSON.parse(await readFile(join(release, "package.json"), "utf8"))
  for (const file of ["package.json", ...globSync("build/server/assets/package-*.js", { cwd: folder })])
    await change(file, (text) => text.replace(`"${before}"`, `"${version}"`))
  await writeFile(join(folder, "drizzle/9999_next.sql"), sql)
  await change("drizzle/meta/_journal.json", (text) => {
    const journal = JSON.parse(text)
    const next = { ...journal.entries.at(-1), tag: "9999_next", when: journal.entries.at(-1).when + 1 }
    return JSON.stringify({ ...journal, entries: [...journal.entries, next] })
  })
  execFileSync("sh", ["-c", `tar -cf - "${name}" | gzip -1 > "${archive}"`], { cwd: to })
  await rm(folder, { recursive: true })
  await sign(to, archive, key)
  return join(to, archive)
}

/** Says anew what an archive's sum is, and who says it. */
export async function sign(folder: string, archive: string, key: string) {
  const sum = createHash("sha256")
    .update(await readFile(join(folder, archive)))
    .digest("hex")
  await writeFile(join(folder, "SHA256SUMS"), `${sum}  ${archive}\n`)
  await rm(join(folder, "SHA256SUMS.sig"), { force: true })
  execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-n", "cko", "-f", key, "SHA256SUMS"], { cwd: folder })
}
