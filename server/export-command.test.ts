import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test, vi } from "vitest"
import { openStores } from "#app/media/store/store.server.ts"
import { emptyDatabase, fillUnsearched } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { unzip } from "#test/unzipped.ts"
import { ensureBuild } from "./build.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const run = promisify(execFile)
const ROOT = new URL("..", import.meta.url).pathname
const folder = await mkdtemp(join(tmpdir(), "cko-export-"))
const dataDir = join(folder, "data")
const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", PUBLIC_URL: "https://cko.test" }

beforeAll(async () => {
  await ensureBuild()
  const site = await openSite(
    readEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: "silent", STARTER_CONTENT: "0" }),
  )
  await emptyDatabase()
  return async () => {
    await site.close()
    await rm(folder, { recursive: true })
  }
})

/** Runs the command as its npm script does. */
const command = (...args: string[]) =>
  run(process.execPath, ["scripts/run.ts", "export", ...args], { cwd: ROOT, env })

const failure = (...args: string[]) =>
  command(...args).then(
    () => Promise.reject(new Error("the command did not fail")),
    (reason: { code: number; stdout: string; stderr: string }) => reason,
  )

test("52.4 while the site runs on the embedded database an archive of it is written, with words on what is missing", async () => {
  await createEpisode({ title: "Premier round" })
  const { target: disk } = openStores({ dataDir })
  await createMediaFile(disk, "un son")
  const file = join(folder, "tout.zip")
  const { stdout, stderr } = await command(file)
  expect(stderr).toBe("")
  expect(stdout).toMatch(
    /^À écrire, environ \S+\s[km]o, sans données personnelles : épisodes : 1, .*médias : 1 \(6\so\)\nArchive écrite : .*tout\.zip \(\S+\sko, médias : 1\)\n$/i,
  )
  expect((await unzip(file)).get("site/episodes/1.html")?.toString()).toContain("Premier round")
  const log = (await storedRows("audit_log")).map(({ actor, action, kind }) => `${actor}: ${action} ${kind}`)
  expect(log).toEqual(["npm run export: export database"])

  const { path } = await createMediaFile(disk, "un autre")
  await disk.remove(path)
  expect(await failure(join(folder, "sans.zip"))).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("Archive écrite"),
    stderr: expect.stringMatching(/^Médias absents ou abîmés, nommés dans missing\.json : 1 \(.+\)\n$/),
  })
})

test("52.7, 52.8 what goes to another system is written by the same command", async () => {
  const xml = join(folder, "site.xml")
  const said = await command(xml, "--for", "wordpress")
  expect(said.stdout).toMatch(
    /^À écrire, .*sans les médias\nArchive écrite : .*site\.xml \(\S+\s[km]?o, médias : 0\)\n$/,
  )
  expect(await readFile(xml, "utf8")).toContain("<![CDATA[Premier round]]>")
  const zip = join(folder, "ghost.zip")
  await command(zip, "--for", "ghost", "--no-media")
  expect((await unzip(zip)).get("ghost.json")?.toString()).toContain("Premier round")
})

test("52.11 what visitors see is written as plain files, with the build's own", async () => {
  const copy = join(folder, "copie")
  const { stdout, stderr } = await command("--static", copy, "--address", "https://archives.example/cko/")
  expect(stderr).toBe("")
  expect(stdout).toMatch(/^Copie écrite : .*copie \(fichiers : \d+, \S+\s[km]o\)\n$/i)
  const names = await readdir(copy, { recursive: true })
  expect(names).toEqual(expect.arrayContaining(["404.html", "favicon.svg", "episodes/1/index.html"]))
  const page = await readFile(join(copy, "episodes/1/index.html"), "utf8")
  expect(page).toContain("Premier round")
  expect(page).not.toMatch(/<script(?! type="application)/)
  const styles = /<link rel="stylesheet" href="\.\.\/\.\.\/(assets\/[^"]+)"/.exec(page)?.[1] ?? ""
  const [font = ""] =
    /(?<=url\(\.\.\/assets\/)[\w.-]+\.woff2/.exec(await readFile(join(copy, styles), "utf8")) ?? []
  expect(names).toContain(`assets/${font}`)
  expect(await failure("--static", copy)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^La copie n’a pas été écrite\u00a0: .*copie n’est pas vide\. [^\n]+\n$/),
  })
})

test.each<[string, string[], RegExp]>([
  ["no file", [], /^Usage : npm run export -- <fichier\.zip>/],
  ["an unknown option", ["a.zip", "--force"], /^Usage : npm run export/],
  [
    "an unknown system",
    ["a.zip", "--for", "constructor"],
    /^Usage : npm run export.* \[--for wordpress\|ghost\]/,
  ],
  ["an address for an archive", ["a.zip", "--address", "https://a.example"], /^Usage : npm run export/],
  ["an address that is none", ["a", "--static", "--address", "a.example"], /^Usage : npm run export/],
  ["a file that is there", [join(folder, "tout.zip")], /^[^\n]+tout\.zip existe déjà\. [^\n]+\n$/],
  ["a folder that is not there", [join(folder, "absent/a.zip")], /^[^\n]+n’existe pas\.\n$/],
])("%s ends the command with one line", async (_name, args, line) => {
  expect(await failure(...args)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(line) })
})

test("52.4 a killed command leaves a part that the next one replaces, Ctrl+C leaves nothing, and two at once are two archives", async () => {
  await fillUnsearched(
    ["episodes"],
    sql`insert into episodes (title, description)
      select 'Épisode ' || n, repeat(md5(n::text), 300) from generate_series(1, 1000) n`,
  )
  const left = async (name: string) => (await readdir(folder)).filter((one) => one.startsWith(name))
  const stopped = async (name: string, signal: "SIGKILL" | "SIGINT") => {
    const child = spawn(process.execPath, ["scripts/run.ts", "export", join(folder, name)], {
      cwd: ROOT,
      env,
    })
    let said = ""
    child.stderr.on("data", (text: Buffer) => (said += String(text)))
    const ended = once(child, "close")
    await vi.waitFor(async () => expect(await left(name)).toHaveLength(1), { timeout: 30_000, interval: 1 })
    child.kill(signal)
    await ended
    return said
  }
  await stopped("mort.zip", "SIGKILL")
  expect(await left("mort.zip")).toEqual(["mort.zip.partial"])
  expect(await stopped("rendu.zip", "SIGINT")).toBe("Interrompu : rien n’a été changé.\n")
  expect(await left("rendu.zip")).toEqual([])

  await Promise.all([
    command(join(folder, "mort.zip"), "--no-media"),
    command(join(folder, "autre.zip"), "--no-media", "--personal-data"),
  ])
  expect([await left("mort.zip"), await left("autre.zip")]).toEqual([["mort.zip"], ["autre.zip"]])
  const [one, other] = [await unzip(join(folder, "mort.zip")), await unzip(join(folder, "autre.zip"))]
  const lines = one.get("data/episodes.jsonl")?.toString().split("\n")
  expect(lines).toHaveLength(1_002)
  expect(other.get("data/episodes.jsonl")?.toString().split("\n")).toEqual(lines)
})
