import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { EMAIL, human, signUp, visit } from "../faults/visitor.ts"
import { freePort } from "#test/free-port.ts"
import { startLetterServer } from "#test/letter-server.ts"
import { version } from "#package"
import { type BareMachine, startBareMachine } from "./bare-machine.ts"

const ARCHIVE = `release/cko-${version}-linux-${process.arch}.tar.gz`
const PROGRAM = `/opt/cko-${version}/cko`
const MEGABYTE = 1e6
let machine: BareMachine
let port: number
const address = () => `http://localhost:${port}`
const settings = () => ({
  PORT: String(port),
  STARTER_CONTENT: "0",
  LOG_LEVEL: "warn",
  LOG_FORMAT: "json",
  // Each visit is from an address of its own.
  TRUST_PROXY: "1",
})

beforeAll(async () => {
  makeRelease()
  port = await freePort()
  machine = await startBareMachine()
  await mkdir(join(machine.root, "opt"), { recursive: true })
  execFileSync("tar", ["-xzf", ARCHIVE, "-C", join(machine.root, "opt")])
  // As somebody unpacks it who is not root.
  execFileSync("chown", ["-R", "1000:1000", join(machine.root, `opt/cko-${version}`)])
})
afterAll(() => machine?.close())

test("it is no heavier than a host's machine bears", () => {
  const [unpacked = ""] = execFileSync("du", ["-sb", join(machine.root, `opt/cko-${version}`)], {
    encoding: "utf8",
  }).split("\t")
  const packed = readFileSync(ARCHIVE).length
  console.log(
    `${(packed / MEGABYTE).toFixed(1)} MB packed, ${(Number(unpacked) / MEGABYTE).toFixed(1)} MB unpacked`,
  )
  expect(packed).toBeLessThan(110 * MEGABYTE)
  expect(Number(unpacked)).toBeLessThan(260 * MEGABYTE)
})

test("it says what it can, and refuses root", async () => {
  const help = await machine.run(PROGRAM, [])
  expect(help.code).toBe(0)
  for (const command of [
    "start",
    "status",
    "import",
    "backup",
    "restore",
    "rescue",
    "media",
    "doctor",
    "service",
    "version",
  ])
    expect(help.output).toContain(`./cko ${command}`)
  expect(await machine.run(PROGRAM, ["danse"])).toMatchObject({ code: 2 })
  expect(await machine.run(PROGRAM, ["start"], {}, 0)).toMatchObject({
    code: 1,
    output: expect.stringContaining("service install"),
  })
  expect((await machine.run(PROGRAM, ["version"])).output).toContain(version)
})

test("it says so where Node's library is missing, and starts nothing", async () => {
  const [library = ""] = globSync("usr/lib/*/libstdc++.so.6", { cwd: machine.root })
  const place = join(machine.root, library)
  await rename(place, `${place}.away`)
  const said = await machine.run(PROGRAM, ["version"])
  await rename(`${place}.away`, place)
  expect(said).toEqual({ code: 1, output: expect.stringMatching(/^CKO : il manque .*libstdc.*\n$/) })
})

test("it starts, at once from the second time on, imports a feed, copies and restores", async () => {
  const first = await machine.start(PROGRAM, settings())
  console.log(`online after ${first.tookMs} ms, the first time`)
  expect(await machine.run(PROGRAM, ["status"], settings())).toMatchObject({ code: 0 })
  await writeFile(join(machine.root, "tmp/flux.xml"), FEED)
  const imported = await machine.run(PROGRAM, ["import", "/tmp/flux.xml"], settings())
  expect(imported).toMatchObject({ code: 0 })
  expect((await visit(`${address()}/`)).text).toContain("Un nouveau round")
  // Without a mail server nobody has to confirm an address.
  await signUp(address())
  expect(await first.stop()).toBe(0)

  const mails = await startLetterServer()
  const again = await machine.start(PROGRAM, { ...settings(), SMTP_URL: mails.url })
  console.log(`online after ${again.tookMs} ms, the second time, ${again.cpuMs} ms of them the processor's`)
  // Not on the wall: others may be at work on this machine.
  expect(again.cpuMs).toBeLessThan(2_000)
  expect(await machine.run(PROGRAM, ["backup", "/tmp/copie.cko.gz"], settings())).toMatchObject({ code: 0 })
  expect(
    await machine.run(PROGRAM, ["restore", "/tmp/copie.cko.gz", "--overwrite"], settings()),
  ).toMatchObject({ code: 0 })
  await visit(`${address()}/auth/forgot-password`, { fields: { ...human(), email: EMAIL } })
  await expect.poll(() => mails.taken.get(EMAIL)).toBeGreaterThan(0)
  await mails.close()
  expect(again.output()).not.toMatch(/"level":[456]0/)
  expect(await again.stop()).toBe(0)
})

test("two sites run beside each other from a folder that neither can write in, with their data elsewhere", async () => {
  const folder = join(machine.root, `opt/cko-${version}`)
  const others = ["-path", join(folder, "data"), "-prune", "-o"]
  execFileSync("find", [folder, ...others, "-exec", "chown", "0:0", "{}", "+"])
  const sites = []
  for (const name of ["un", "deux à côté"]) {
    const data = join(machine.root, "srv", name)
    await mkdir(data, { recursive: true })
    execFileSync("chown", ["1000:1000", data])
    const variables = { ...settings(), PORT: String(await freePort()), DATA_DIR: `/srv/${name}` }
    sites.push(await machine.start(PROGRAM, variables))
    expect(await machine.run(PROGRAM, ["status"], variables)).toMatchObject({ code: 0 })
  }
  for (const site of sites) {
    expect(await site.stop()).toBe(0)
    expect(site.output()).not.toMatch(/"level":[456]0/)
  }
})

test("two releases of a commit are the same, byte for byte", async () => {
  const before = sums()
  await rename("release", "release-before")
  try {
    makeRelease()
    expect(sums()).toEqual(before)
  } finally {
    await rm("release-before", { recursive: true })
  }
})

function makeRelease() {
  execFileSync("npm", ["run", "--silent", "release"], { stdio: "inherit" })
}

function sums() {
  return globSync("release/SHA256SUMS").map((file) => readFileSync(file, "utf8"))
}

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Face B</title><link>https://podcast.example</link><description>Un podcast.</description>
<item><title>Un nouveau round</title><guid>un</guid><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate>
<enclosure url="https://podcast.example/un.mp3" type="audio/mpeg" length="1000"/></item></channel></rss>`
