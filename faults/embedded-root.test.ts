import { execFileSync } from "node:child_process"
import { chmod, mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { findPostmaster } from "../app/db/embedded/postmaster.server.ts"
import { spawnSite } from "#test/running-site.ts"
import { startCommand } from "./commands.ts"
import { expectStopped, variablesOf } from "./embedded-database.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { visit } from "./visitor.ts"

const NO_ROOT = process.platform === "linux" && process.getuid?.() === 0 ? undefined : "needs root on Linux"

/** Root's ways to run what refuses root, taken away one after the other in a mount namespace of the site's own. */
const WAYS: [name: string, missing: string[]][] = [
  ["with user namespaces", []],
  ["without user namespaces", ["/usr/bin/unshare"]],
]

/**
 * A folder that all accounts may pass by, and the beginning of a command that is run there, where the package is mounted a second time: the
 * folder of the clone may be its owner's alone.
 *
 * @param first what is done before in the command's own mount namespace
 */
async function makeOpenFolder(first = "true") {
  const folder = await makeFolder()
  await chmod(folder, 0o755)
  const site = join(folder, "site")
  await mkdir(site)
  // Its own program, too, is found from there.
  const fromThere = `for part; do shift; set -- "$@" "\${part#${process.cwd()}/}"; done`
  const script = `mount --bind . ${site} && cd ${site} && ${first} && { ${fromThere}; exec "$@"; }`
  return { dataDir: join(folder, "data"), readable: ["unshare", "--mount", "sh", "-c", script, "sh"] }
}

describe.skipIf(NO_ROOT)(`as root ${NO_ROOT ?? ""}`, () => {
  test.each(WAYS)("%s, in a home that is root's alone", async (_name, missing) => {
    const home = await makeFolder()
    await chmod(home, 0o700)
    const dataDir = join(home, "data")
    const hide = missing.map((program) => `mount --bind /bin/false ${program} &&`).join(" ")
    // The site, too, with its programs.
    await mkdir(join(home, "site"))
    const move = `mount --bind . ${home}/site && cd ${home}/site &&`
    const inNamespace = ["unshare", "--mount", "sh", "-c", `${hide} ${move} exec "$@"`, "sh"]
    for (let time = 1; time <= 2; time += 1) {
      const site = spawnSite(variablesOf(dataDir), [], [], inNamespace)
      onTestFinished(() => void site.signal("SIGKILL"))
      await Promise.race([site.said(/CKO est en ligne/), site.ended])
      expect(site.output()).toContain("CKO est en ligne")
      const postmaster = findPostmaster(dataDir)
      const status = await readFile(`/proc/${postmaster?.pid}/status`, "utf8")
      expect(/^Uid:\s+0/m.test(status)).toBe(missing.length === 0)
      expect(await site.stop("SIGINT")).toBe(0)
      await expectStopped(dataDir)
    }
    // And the other way again, on the same folder.
    const site = await startOwnSite(variablesOf(dataDir))
    expect((await visit(`${site.url}/`)).status).toBe(200)
    expect(await site.stop("SIGINT")).toBe(0)
  })

  test("without any way but another account, where others may pass by", async () => {
    const { dataDir, readable } = await makeOpenFolder(
      "mount --bind /bin/false /usr/bin/unshare && mount --bind /bin/false /usr/bin/setpriv",
    )
    const site = spawnSite(variablesOf(dataDir), [], [], readable)
    onTestFinished(() => void site.signal("SIGKILL"))
    await Promise.race([site.said(/CKO est en ligne/), site.ended])
    expect(site.output()).toContain("CKO est en ligne")
    expect(await site.stop("SIGINT")).toBe(0)
    await expectStopped(dataDir)
  })

  test("without any way, it says in one line what to do", async () => {
    const home = await makeFolder()
    await chmod(home, 0o700)
    const hide = "mount --bind /bin/false /usr/bin/unshare && mount --bind /bin/false /usr/bin/setpriv &&"
    const site = spawnSite(
      variablesOf(join(home, "data")),
      [],
      [],
      [...["unshare", "--mount", "sh", "-c", `${hide} exec "$@"`, "sh"]],
    )
    expect(await site.ended).toBe(1)
    expect(site.output()).toMatch(/^La base de données ne peut pas être créée.*DATA_DIR.*DATABASE_URL\.\n$/)
  })

  test("an account without a name, as containers give, is no hindrance", async () => {
    const { dataDir, readable } = await makeOpenFolder()
    await mkdir(dataDir)
    execFileSync("chown", ["54321", dataDir])
    const asNobody = [...readable, "setpriv", "--reuid=54321", "--clear-groups"]
    const site = spawnSite(variablesOf(dataDir), [], [], asNobody)
    onTestFinished(() => void site.signal("SIGKILL"))
    await Promise.race([site.said(/CKO est en ligne/), site.ended])
    expect(site.output()).toContain("CKO est en ligne")
    expect(await site.stop("SIGINT")).toBe(0)
    await expectStopped(dataDir)
  })

  test("another account's folder is left to that account", async () => {
    const { dataDir, readable } = await makeOpenFolder()
    await mkdir(dataDir)
    execFileSync("chown", ["nobody", dataDir])
    const asNobody = [...readable, "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    const first = spawnSite(variablesOf(dataDir), [], [], asNobody)
    onTestFinished(() => void first.signal("SIGKILL"))
    await Promise.race([first.said(/CKO est en ligne/), first.ended])
    expect(first.output()).toContain("CKO est en ligne")
    expect(await first.stop("SIGINT")).toBe(0)

    expect(await startCommand(dataDir, "backup", join(dataDir, "copie.cko.gz")).ended).toMatchObject({
      status: 0,
    })
    const again = spawnSite(variablesOf(dataDir), [], [], asNobody)
    onTestFinished(() => void again.signal("SIGKILL"))
    await Promise.race([again.said(/CKO est en ligne/), again.ended])
    expect(again.output()).toContain("CKO est en ligne")
    expect(await again.stop("SIGINT")).toBe(0)
  })
})
