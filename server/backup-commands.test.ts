import { execFile, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, expect, inject, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { findPostmaster } from "#app/db/embedded/postmaster.server.ts"
import { noteVersion } from "#app/base/versions/versions-run.server.ts"
import { ensureLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import { openStores } from "#app/media/store/store.server.ts"
import { emptyDatabase, fillUnsearched } from "#test/database.ts"
import { readEveryTable } from "#test/every-table.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { startS3 } from "#test/s3.ts"
import { createServerDatabase } from "#test/server-database.ts"
import { serve } from "#test/serve.ts"
import { ensureBuild } from "./build.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const run = promisify(execFile)
const ROOT = new URL("..", import.meta.url).pathname
const folder = await mkdtemp(join(tmpdir(), "cko-commands-"))
const dataDir = join(folder, "data")
const file = join(folder, "copie.cko.gz")
let site: Awaited<ReturnType<typeof openSite>>

const openHere = () =>
  openSite(readEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: "silent", STARTER_CONTENT: "0" }))

beforeAll(async () => {
  await ensureBuild()
  site = await openHere()
  return async () => {
    await site.close()
    await rm(folder, { recursive: true })
  }
})
beforeEach(async () => {
  await emptyDatabase()
  await createEpisode({ title: "Avant" })
})

type Command = "backup" | "restore" | "media" | "rescue"
/** Further settings of the commands. */
let variables: Record<string, string> = {}

/** Runs a command as its npm script does. */
async function command(name: Command, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", ...variables }
  return run(process.execPath, ["scripts/run.ts", name, ...args], { cwd: ROOT, env })
}

/** The log tells of the commands themselves. */
async function everythingButLog() {
  const { audit_log: _log, sequences, ...tables } = await readEveryTable()
  const others = (sequences as { sequence: string }[]).filter(
    ({ sequence }) => sequence !== "audit_log_id_seq",
  )
  return { ...tables, sequences: others }
}

const deeds = async () =>
  (await storedRows("audit_log")).map(({ actor, action, kind }) => `${actor}: ${action} ${kind}`)

/** What a command that fails says: one line, and never where in the code. */
async function failure(name: Command, ...args: string[]) {
  const error: { code: number; stdout: string; stderr: string } = await command(name, ...args).then(
    () => Promise.reject(new Error("the command did not fail")),
    (reason) => reason,
  )
  expect(error).toMatchObject({ code: 1, stdout: "" })
  expect(error.stderr).toMatch(/^[^\n]+\n$/)
  return error.stderr
}

test("27.3 while the site runs on the embedded database it makes the copy and brings it back, and shows it at once", async () => {
  const before = await everythingButLog()
  const written = await command("backup", file)
  expect(written.stdout).toMatch(
    /^Copie écrite : .*copie\.cko\.gz \(\S+\sko, 2 lignes, e-mails en fichiers : 0\)\n$/,
  )
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  expect(await deeds()).toEqual(["npm run backup: backup database"])

  await db.execute(sql`update episodes set title = 'Après'`)
  const after = await everythingButLog()
  expect(await failure("restore", file)).toMatch(/déjà des données .*--overwrite/)
  expect(await everythingButLog()).toEqual(after)

  const restored = await command("restore", file, "--overwrite")
  expect(restored.stdout).toMatch(
    /^Copie du \d+ \S+ \d{4} à \d\d:\d\d restaurée : 2 lignes, e-mails en fichiers : 0\n$/,
  )
  expect(await everythingButLog()).toEqual(before)
  // The log is that of then, and tells what happened to it.
  expect(await deeds()).toEqual(["npm run restore: restore database"])
  const { url, close } = await serve(site.listener)
  expect(await (await fetch(`${url}/episodes`)).text()).toContain("Avant")
  await close()
})

test("while the site runs on the embedded database a damaged copy is refused and nothing else is said", async () => {
  await command("backup", file)
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.length - 1))
  expect(await failure("restore", file, "--overwrite")).toMatch(/endommagée ou incomplète/)
  expect(await storedRows("episodes")).toMatchObject([{ title: "Avant" }])
})

test("27.5 while the site runs on the embedded database the library's files are copied, put back, checked and moved", async () => {
  const s3 = await startS3()
  const { target: disk } = openStores({ dataDir })
  const medium = await createMediaFile(disk, "Bonjour")
  const written = await command("backup", file)
  expect(written.stdout).toMatch(
    /\nMédias : \S+\/media \(fichiers : 1, dont nouveaux : 1\), à garder avec la copie\n$/,
  )
  expect((await command("backup", join(folder, "sans.cko.gz"), "--without-media")).stdout).not.toContain(
    "Médias",
  )
  await disk.remove(medium.path)
  await expect(command("media", "check")).rejects.toMatchObject({
    code: 1,
    stdout: "Fichiers vérifiés : 0\n",
    stderr: `Fichiers absents : 1 (${medium.path})\n`,
  })
  const restored = await command("restore", file, "--overwrite")
  expect(restored.stdout).toMatch(/\nMédias : 1, dont remis en place : 1\n$/)
  expect((await command("media", "check")).stdout).toBe("Fichiers vérifiés : 1\n")

  expect(await failure("media", "move")).toMatch(/S3_ENDPOINT/)
  variables = {
    S3_ENDPOINT: s3.bucket.endpoint,
    S3_BUCKET: s3.bucket.name,
    S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
  }
  try {
    expect((await command("media", "move")).stdout).toBe("Fichiers déplacés vers le bucket : 1\n")
    expect(await disk.size(medium.path)).toBeUndefined()
    expect((await command("media", "check")).stdout).toBe("Fichiers vérifiés : 1\n")
    variables.MEDIA_STORE = "disk"
    expect((await command("media", "move")).stdout).toBe("Fichiers déplacés vers le dossier de données : 1\n")
    expect(await disk.size(medium.path)).toBe(7)
  } finally {
    variables = {}
    await s3.close()
  }
})

test.each<[string, Command, string[], RegExp]>([
  ["no command", "media", [], /^Usage : npm run media -- move/],
  ["no file", "backup", [], /^Usage : npm run backup -- <fichier/],
  ["two files", "backup", ["a", "b"], /^Usage : npm run backup/],
  ["an unknown option", "backup", ["a", "--force"], /^Usage : npm run backup/],
  ["no file", "restore", [], /^Usage : npm run restore -- <fichier> \[--overwrite\]/],
  ["an unknown option", "restore", ["a", "--force"], /^Usage : npm run restore/],
  ["a file that is not there", "restore", [join(folder, "absent")], /absent.* n’existe pas/],
  ["a folder that is not there", "backup", [join(folder, "absent/a.gz")], /n’existe pas/],
])(
  "while the site runs on the embedded database %s ends %s with one line",
  async (_name, name, args, line) => {
    expect(await failure(name, ...args)).toMatch(line)
  },
)

test("while the site runs on the embedded database a copy that is given up leaves nothing", async () => {
  await fillUnsearched(
    ["episodes"],
    sql`insert into episodes (title, description)
      select 'Épisode ' || n, repeat(md5(n::text), 300) from generate_series(1, 3000) n`,
  )
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" }
  const child = spawn(process.execPath, ["scripts/run.ts", "backup", join(folder, "abandon.cko.gz")], {
    cwd: ROOT,
    env,
  })
  let said = ""
  child.stderr.on("data", (text: Buffer) => (said += String(text)))
  const ended = once(child, "close")
  const left = async () => (await readdir(folder)).filter((name) => name.startsWith("abandon"))
  await vi.waitFor(async () => expect(await left()).toHaveLength(1), { timeout: 30_000, interval: 1 })
  child.kill("SIGINT")
  expect(await ended).toEqual([1, null])
  expect(said).toBe("Interrompu : rien n’a été changé.\n")
  expect(await left()).toEqual([])
  expect(await createEpisode()).toMatchObject({ title: expect.any(String) })
})

test.each<[Command, ...string[]]>([
  ["backup", file],
  ["media", "check"],
  ["rescue", "awa@cko.test"],
])(
  "where there is no site %s makes none, and says where it looked and how to name another place",
  async (name, ...args) => {
    const none = join(folder, "ailleurs")
    const empty = await createServerDatabase(inject("databaseServer"))
    try {
      variables = { DATA_DIR: none }
      expect(await failure(name, ...args)).toMatch(
        `Pas de site dans ${none} : rien n’a été fait. Donnez le dossier de données du site avec DATA_DIR`,
      )
      await expect(stat(none)).rejects.toMatchObject({ code: "ENOENT" })
      variables = { DATA_DIR: none, DATABASE_URL: empty.databaseUrl }
      expect(await failure(name, ...args)).toMatch(
        "Pas de site dans la base PostgreSQL de DATABASE_URL : rien n’a été fait. Donnez l’adresse",
      )
      // Still none.
      expect(await failure(name, ...args)).toMatch(/^Pas de site/)
    } finally {
      variables = {}
      await empty.drop()
    }
  },
)

test("where there is no site a copy that is whole makes one, and says so", async () => {
  const moved = join(await mkdtemp(join(folder, "demenage-")), "site")
  await command("backup", file)
  try {
    variables = { DATA_DIR: moved }
    expect(await failure("restore", join(folder, "absent"))).toMatch(/absent.* n’existe pas/)
    await expect(stat(moved)).rejects.toMatchObject({ code: "ENOENT" })
    expect((await command("restore", file)).stdout).toMatch(
      new RegExp(`^Pas encore de site dans ${moved} : il y est créé\\.\nCopie du .* restaurée : \\d+ lignes`),
    )
    expect((await command("backup", join(folder, "encore.cko.gz"))).stdout).toMatch(/^Copie écrite/)
  } finally {
    variables = {}
  }
})

/** Makes a terminal for a program; that of other systems takes its arguments otherwise. */
const hasTerminal = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0

test.skipIf(!hasTerminal)("who sits at a terminal is asked before a restore makes a site", async () => {
  const moved = join(folder, "demande")
  await command("backup", file)
  const line = `"${process.execPath}" scripts/run.ts restore "${file}"`
  const env = { ...process.env, DATABASE_URL: "", DATA_DIR: moved }
  const child = spawn("script", ["-qec", line, "/dev/null"], { cwd: ROOT, env })
  let said = ""
  child.stdout.on("data", (text) => {
    said += String(text)
    if (said.includes("(o/N)")) child.stdin.end("n\n")
  })
  const [status] = await once(child, "close")
  expect([status, said.includes("Rien n’a été fait.")]).toEqual([1, true])
  await expect(stat(moved)).rejects.toMatchObject({ code: "ENOENT" })
})

test("while no site runs, the commands start its database, and stop it again", async () => {
  // Each start makes those that are missing, and notes which version it is.
  await ensureLegalPages()
  await noteVersion()
  const before = await everythingButLog()
  await site.close()
  try {
    await command("backup", file)
    await command("restore", file, "--overwrite")
    expect(findPostmaster(dataDir)).toBeUndefined()
  } finally {
    site = await openHere()
  }
  expect(await everythingButLog()).toEqual(before)
})
