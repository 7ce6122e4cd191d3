import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, onTestFinished, test } from "vitest"
import { findPostmaster } from "../app/db/embedded/postmaster.server.ts"
import { spawnSite, startSite } from "../test/running-site.ts"
import { onEmbedded } from "./embedded-database.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { compare } from "./kept.ts"
import { expectAllKept } from "./killing.ts"
import { childrenOf } from "./postgres.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"
import { newLedger, startWriting, write } from "./writers.ts"

const ROOT = join(import.meta.dirname, "..")
const variablesOf = (dataDir: string) => ({ DATA_DIR: dataDir, STARTER_CONTENT: "0" })

/** Starts one of the site's commands on a folder. */
function startCommand(dataDir: string, name: string, ...args: string[]) {
  const child = spawn(process.execPath, ["scripts/run.ts", name, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)))
  const ended = once(child, "close").then(([code, signal]) => ({ status: signal ?? code, output }))
  return { child, ended }
}

async function writeFeed(dataDir: string, count: number) {
  const items = Array.from(
    { length: count },
    (
      _,
      n,
    ) => `<item><title>Reçu ${n}</title><guid>g${n}</guid><description>${"Long texte. ".repeat(200)}</description>
      <pubDate>Thu, 15 Jan 2026 12:00:00 GMT</pubDate>
      <enclosure url="https://audio.example/${n}.mp3" type="audio/mpeg" length="1"/></item>`,
  )
  const file = join(dataDir, "feed.xml")
  await writeFile(file, `<rss version="2.0"><channel><title>CKO</title>${items.join("")}</channel></rss>`)
  return file
}

function killPostmaster(dataDir: string) {
  const { pid } = findPostmaster(dataDir) ?? {}
  if (!pid) throw new Error("no database runs")
  process.kill(pid, "SIGKILL")
  return pid
}

/** Until nothing of it is left, or an assertion says that something is. */
async function expectStopped(dataDir: string) {
  await expect.poll(() => findPostmaster(dataDir), { timeout: 10_000 }).toBeUndefined()
}

describe("a killed database", () => {
  test.each([
    ["its first process", (dataDir: string) => Promise.resolve(void killPostmaster(dataDir))],
    [
      "one that answers a query",
      async (dataDir: string) => {
        const pids = await childrenOf(findPostmaster(dataDir)?.pid ?? 0)
        process.kill(pids.at(-1) ?? 0, "SIGKILL")
      },
    ],
  ])("(%s) is there again within seconds, and nothing acknowledged is lost", async (_name, kill) => {
    const dataDir = await makeFolder()
    const site = await startOwnSite(variablesOf(dataDir))
    const cookie = await prepare(site.url)
    const ledger = newLedger()
    const statuses: Record<number, number> = {}
    for (let time = 1; time <= 5; time += 1) {
      await kill(dataDir)
      const killed = performance.now()
      for (let isBack = false; !isBack;) {
        const { status } = await write(site.url, "comment", ledger, cookie)
        statuses[status] = (statuses[status] ?? 0) + 1
        isBack = status === 302
        if (!isBack) await sleep(20)
        expect(performance.now() - killed).toBeLessThan(10_000)
      }
      for (const kind of ["like", "view", "newsletter", "message", "episode"] as const) {
        await write(site.url, kind, ledger, cookie)
      }
    }
    console.log(`  answered: ${JSON.stringify(statuses)}`)
    expect(Object.keys(statuses).filter((status) => !["302", "503"].includes(status))).toEqual([])
    expect(await site.stop("SIGINT")).toBe(0)
    expectAllKept(await onEmbedded(dataDir, (query) => compare(ledger, query, dataDir)), ledger)
  })

  test("while nobody asks for anything, is started all the same", async () => {
    const dataDir = await makeFolder()
    await startOwnSite(variablesOf(dataDir))
    const killed = killPostmaster(dataDir)
    const isReplaced = () => {
      const { pid = killed, status } = findPostmaster(dataDir) ?? {}
      return pid !== killed && status === "ready"
    }
    await expect.poll(isReplaced, { timeout: 10_000, interval: 50 }).toBe(true)
  })
})

describe("who comes and goes", () => {
  test("of several starts at once one makes the database, and the last to stop stops it", async () => {
    const dataDir = await makeFolder()
    const sites = await Promise.all([1, 2, 3].map(() => startOwnSite({ DATA_DIR: dataDir })))
    for (const { url } of sites) expect((await visit(`${url}/episodes/1`)).status).toBe(200)
    const [{ count } = {}] = await onEmbedded(dataDir, (query) =>
      query("select count(*)::int as count from episodes"),
    )
    expect(count).toBe(10)
    for (const [n, site] of sites.entries()) {
      expect(await site.stop(n % 2 ? "SIGTERM" : "SIGINT")).toBe(0)
      for (const { url } of sites.slice(n + 1)) expect((await visit(`${url}/healthz`)).status).toBe(200)
    }
    await expectStopped(dataDir)
  })

  test("workers, an import, a backup and a second site share it in any order, and none cuts another off", async () => {
    const dataDir = await makeFolder()
    const feed = await writeFeed(dataDir, 2_000)
    const first = startCommand(dataDir, "import", feed)
    const site = await startOwnSite(variablesOf(dataDir), ["--workers", "2"])
    const backup = startCommand(dataDir, "backup", join(dataDir, "copie.cko.gz"))
    expect(await first.ended).toMatchObject({ status: 0, output: expect.stringMatching(/^2000 créés/) })
    expect(await backup.ended).toMatchObject({ status: 0 })
    expect((await visit(`${site.url}/episodes`)).text).toContain("Reçu")

    const second = startCommand(dataDir, "import", feed)
    await sleep(300)
    expect(await site.stop("SIGTERM")).toBe(0)
    expect(await second.ended).toMatchObject({ status: 0, output: expect.stringMatching(/2000 inchangés/) })
    await expectStopped(dataDir)
  })

  test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "a command ended by %s leaves nothing in the way",
    async (signal) => {
      const dataDir = await makeFolder()
      const feed = await writeFeed(dataDir, 3_000)
      const importing = startCommand(dataDir, "import", feed)
      await expect.poll(() => findPostmaster(dataDir)?.status, { timeout: 30_000, interval: 5 }).toBe("ready")
      await sleep(200)
      importing.child.kill(signal)
      await importing.ended
      if (signal !== "SIGKILL") await expectStopped(dataDir)
      const site = await startOwnSite(variablesOf(dataDir))
      expect((await visit(`${site.url}/episodes`)).status).toBe(200)
      expect(await site.stop("SIGINT")).toBe(0)
      await expectStopped(dataDir)
    },
  )

  test("a killed site's database is taken over, with a fresh start of it", async () => {
    const dataDir = await makeFolder()
    const site = await startOwnSite(variablesOf(dataDir))
    await site.stop("SIGKILL")
    const left = findPostmaster(dataDir)?.pid
    expect(left).toBeGreaterThan(0)
    const next = await startOwnSite(variablesOf(dataDir))
    expect(findPostmaster(dataDir)?.pid).not.toBe(left)
    expect((await visit(`${next.url}/`)).status).toBe(200)
    await next.stop("SIGINT")
    await expectStopped(dataDir)
  })
})

describe("a folder", () => {
  test("with the process file of an earlier time, whose number somebody else has now, opens", async () => {
    const dataDir = await makeFolder()
    const site = await startOwnSite(variablesOf(dataDir))
    const killed = killPostmaster(dataDir)
    await site.stop("SIGKILL")
    await sleep(100)
    const other: ChildProcess = spawn("sleep", ["600"], { stdio: "ignore" })
    onTestFinished(() => void other.kill())
    for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
      const file = join(dataDir, "database", name)
      const text = await readFile(file, "utf8")
      await writeFile(file, text.replace(new RegExp(`^${killed}$`, "m"), String(other.pid)))
    }
    const next = await startOwnSite(variablesOf(dataDir))
    expect((await visit(`${next.url}/`)).status).toBe(200)
    expect(other.exitCode).toBe(null)
    expect(await next.stop("SIGINT")).toBe(0)
  })

  test("copied from elsewhere, with rights for everybody, opens and is private again", async () => {
    const dataDir = await makeFolder()
    const site = await startOwnSite(variablesOf(dataDir))
    const cookie = await prepare(site.url)
    await site.stop("SIGKILL")
    killPostmaster(dataDir)
    await sleep(100)
    const copy = join(await makeFolder(), "ailleurs")
    await cp(dataDir, copy, { recursive: true, filter: (path) => !path.includes(".s.PGSQL") })
    for (const path of ["", "database"]) await chmod(join(copy, path), 0o755)
    const next = await startOwnSite(variablesOf(copy))
    expect((await visit(`${next.url}/episodes/1`)).status).toBe(200)
    expect((await visit(`${next.url}/admin/episodes`, { cookie })).status).toBe(200)
    expect(await next.stop("SIGINT")).toBe(0)
    expect(execFileSync("stat", ["-c", "%a", copy, join(copy, "database")]).toString()).toBe("700\n700\n")
  })

  test("with a very long name, spaces, accents and quotes is reached all the same", async () => {
    const dataDir = join(await makeFolder(), `été "de l'ours" $HOME, ${"long ".repeat(30)}`)
    await mkdir(dataDir)
    const site = await startSite(variablesOf(dataDir))
    expect((await visit(`${site.url}/`)).status).toBe(200)
    expect(await site.stop("SIGINT")).toBe(0)
    await expectStopped(dataDir)
    expect((await readdir("/tmp")).filter((name) => /^cko-[0-9a-f]{16}$/.test(name))).toEqual([])
  })
})

const NO_ROOT = process.platform === "linux" && process.getuid?.() === 0 ? undefined : "needs root on Linux"

/** Root's ways to run what refuses root, taken away one after the other in a mount namespace of the site's own. */
const WAYS: [name: string, missing: string[]][] = [
  ["with user namespaces", []],
  ["without user namespaces", ["/usr/bin/unshare"]],
]

describe.skipIf(NO_ROOT)(`as root ${NO_ROOT ?? ""}`, () => {
  test.each(WAYS)("%s, in a home that is root's alone", async (_name, missing) => {
    const home = await makeFolder()
    await chmod(home, 0o700)
    const dataDir = join(home, "data")
    const hide = missing.map((program) => `mount --bind /bin/false ${program} &&`).join(" ")
    const inNamespace = ["unshare", "--mount", "sh", "-c", `${hide} exec "$@"`, "sh"]
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
    const dataDir = join(await makeFolder(), "data")
    await chmod(join(dataDir, ".."), 0o755)
    const hide = "mount --bind /bin/false /usr/bin/unshare && mount --bind /bin/false /usr/bin/setpriv &&"
    const site = spawnSite(
      variablesOf(dataDir),
      [],
      [],
      ["unshare", "--mount", "sh", "-c", `${hide} exec "$@"`, "sh"],
    )
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

  test("another account's folder is left to that account", async () => {
    const dataDir = join(await makeFolder(), "data")
    await chmod(join(dataDir, ".."), 0o755)
    await mkdir(dataDir)
    execFileSync("chown", ["nobody", dataDir])
    const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
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

test("backups and imports keep no visitor waiting", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite(variablesOf(dataDir))
  const cookie = await prepare(site.url)
  const ledger = newLedger()
  const writing = startWriting(site.url, ledger, cookie)
  const feed = await writeFeed(dataDir, 2_000)
  const commands = [
    startCommand(dataDir, "import", feed),
    startCommand(dataDir, "backup", join(dataDir, "copie.cko.gz")),
  ]
  for (const { ended } of commands) expect(await ended).toMatchObject({ status: 0 })
  await writing.stop()
  expect(await site.stop("SIGINT")).toBe(0)
  expectAllKept(await onEmbedded(dataDir, (query) => compare(ledger, query, dataDir)), ledger)
})
