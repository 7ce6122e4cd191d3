import { execFile } from "node:child_process"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { createServer as createTlsServer } from "node:tls"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, onTestFinished, test } from "vitest"
import { freePort } from "#test/free-port.ts"
import { serve } from "#test/serve.ts"
import {
  checkCertificate,
  checkFolder,
  checkMailRecords,
  checkMemory,
  checkName,
  checkPort,
} from "./around-checks.ts"
import {
  findAddresses,
  findMailRecords,
  findPortUse,
  readFolder,
  readMemory,
  shakeHands,
} from "./around.server.ts"
import type { Check } from "./check.ts"

const NOW = new Date("2026-11-28T12:00:00Z")
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

type Told = [state: Check["state"], text: string]

const told = ({ state, summary, advice }: Check) => ({ state, summary, isAdvised: advice !== undefined })

/** Whatever is not well says what to do. */
const as = ([state, text]: Told) => ({
  state,
  summary: expect.stringContaining(text),
  isAdvised: state === "fix" || state === "look",
})

test.each<[number, Told]>([
  [1e9, ["good", "a de la mémoire"]],
  [200e6, ["look", "200"]],
  [50e6, ["fix", "50"]],
])("31.2 of memory %d bytes are left", (free, expected) =>
  expect(told(checkMemory({ free, total: 2e9 }))).toEqual(as(expected)),
)

test("what is left of memory is no more than there is", () => {
  const { free, total } = readMemory()
  expect(free).toBeGreaterThan(0)
  expect(free).toBeLessThanOrEqual(total)
})

test("27.7 tells whose the data folder is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cko-folder-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const look = async (path: string) => checkFolder(path, await readFolder(path))
  expect(told(await look(folder))).toEqual(as(["good", "à lui seul"]))
  await chmod(folder, 0o755)
  expect(told(await look(folder))).toEqual(as(["look", "peuvent le lire"]))
  expect(told(await look(join(folder, "none")))).toEqual(as(["unset", "pas encore"]))
  expect(told(checkFolder(folder, { isOwn: false, isRead: false }))).toEqual(as(["fix", "un autre compte"]))
})

describe("27.7 the port", () => {
  const look = async (port: number) => checkPort(port, await findPortUse(port))
  const portOf = (url: string) => Number(new URL(url).port)

  test("is free", async () => expect(told(await look(await freePort()))).toEqual(as(["look", "libre"])))

  test.each<[string, object, Told]>([
    ["a site", { status: "ok", database: "ok", version: "1.0.0" }, ["good", "répond"]],
    [
      "a site without database",
      { status: "error", database: "unreachable", version: "1.0.0" },
      ["fix", "ne lui répond pas"],
    ],
    ["another program", { hello: "world" }, ["fix", "Un autre programme"]],
  ])("is held by %s", async (_who, health, expected) => {
    const { url, close } = await serve((_request, response) => response.end(JSON.stringify(health)))
    expect(told(await look(portOf(url)))).toEqual(as(expected))
    await close()
  })

  test("is held by what speaks no HTTP", async () => {
    const server = createServer().listen(0)
    await once(server, "listening")
    server.on("connection", (socket) => socket.destroy())
    const address = server.address()
    expect(told(await look(typeof address === "object" && address ? address.port : 0))).toEqual(
      as(["fix", "Un autre"]),
    )
    await new Promise((resolve) => server.close(resolve))
  })

  test("is not for this account", () =>
    expect(told(checkPort(80, { by: "forbidden" }))).toEqual(as(["fix", "ne peut pas ouvrir"])))
})

describe("27.7 the site’s name", () => {
  const isPublic = (address: string) => address.startsWith("203.")
  const look = async (ask: Parameters<typeof findAddresses>[1]) =>
    checkName("cko.example", await findAddresses("cko.example", ask), isPublic)
  const leadingTo = (address: string) => async () => [{ address }]

  test("leads here, elsewhere, nowhere", async () => {
    expect(told(await look(leadingTo("203.0.113.7")))).toEqual(as(["good", "publique"]))
    expect(told(await look(leadingTo("192.168.1.2")))).toEqual(as(["look", "privée"]))
    expect(told(await look(failing("ENOTFOUND")))).toEqual(as(["fix", "nulle part"]))
  })
})

describe("27.7 the certificate", () => {
  test.each<[string, Parameters<typeof checkCertificate>[1], Told]>([
    ["is valid", { validTo: inDays(60) }, ["good", "encore 60 jours"]],
    ["ends soon", { validTo: inDays(14) }, ["look", "14 jours"]],
    ["has ended", { validTo: inDays(-1), failure: "CERT_HAS_EXPIRED" }, ["fix", "périmé"]],
    ["is another’s", { validTo: inDays(9), failure: "ERR_TLS_CERT_ALTNAME_INVALID" }, ["fix", "autre nom"]],
    ["is refused", { validTo: inDays(9), failure: "UNHEARD_OF" }, ["fix", "UNHEARD_OF"]],
    ["is not shown", { failure: "ECONNREFUSED" }, ["fix", "ECONNREFUSED"]],
  ])("%s", (_what, found, expected) =>
    expect(told(checkCertificate("cko.example", found, NOW))).toEqual(as(expected)),
  )

  test("is looked at over TLS, by the name asked for", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cko-tls-"))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [key, cert] = [join(folder, "key"), join(folder, "cert")]
    await promisify(execFile)("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9"],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert],
    ])
    const authority = await readFile(cert, "utf8")
    const server = createTlsServer({ key: await readFile(key), cert: authority }).listen(0, "localhost")
    await once(server, "listening")
    const address = server.address()
    const port = typeof address === "object" && address ? address.port : 0
    expect((await shakeHands("localhost", port, authority)).failure).toBeUndefined()
    expect((await shakeHands("localhost", port)).failure).toBe("DEPTH_ZERO_SELF_SIGNED_CERT")
    const { validTo } = await shakeHands("localhost", port)
    expect(validTo && validTo.getTime() > Date.now() + 8 * 86_400_000).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    expect(await shakeHands("localhost", port)).toEqual({ failure: "ECONNREFUSED" })
  })
})

describe("27.7 the sender’s domain", () => {
  const all: Record<string, string[][]> = {
    "cko.example": [["v=spf1 mx ~all"], ["other=1"]],
    "_dmarc.cko.example": [["v=DMARC1; p=none"]],
  }
  const texts = async (name: string) => all[name] ?? failing("ENODATA")()
  const mx = async () => [{ exchange: "mail.cko.example" }]
  const look = async (questions: Parameters<typeof findMailRecords>[2]) =>
    checkMailRecords(await findMailRecords("cko.example", "", questions))

  test.each<[string, Parameters<typeof findMailRecords>[2], Told]>([
    ["publishes all", { mx, texts }, ["good", "reçoit des e-mails"]],
    ["publishes nothing", { mx, texts: failing("ENODATA") }, ["look", "pas de SPF"]],
    ["takes no mail", { mx: failing("ENODATA"), texts }, ["look", "pas de MX"]],
    ["says that it takes none", { mx: async () => [{ exchange: "." }], texts }, ["look", "pas de MX"]],
    ["cannot be asked", { mx: failing("ETIMEOUT"), texts: failing("ETIMEOUT") }, ["look", "pas répondu"]],
    [
      "has two of one",
      { mx, texts: async (name) => (name.startsWith("_") ? texts(name) : [["v=spf1 ~all"], ["v=spf1 mx"]]) },
      ["look", "plusieurs SPF"],
    ],
  ])("%s", async (_what, questions, expected) => {
    const check = await look(questions)
    expect(told(check)).toEqual(as(expected))
    expect(check.facts).toContainEqual({ label: "DKIM", value: expect.stringContaining("sélecteur") })
  })
})
