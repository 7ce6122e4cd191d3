import { execFile } from "node:child_process"
import { once } from "node:events"
import { Agent, type IncomingMessage, request } from "node:http"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { findReach } from "#app/db/embedded/reach.server.ts"
import { freePort } from "#test/free-port.ts"
import { runOn } from "#test/server-database.ts"
import { type RunningSite, spawnSite, startSite } from "#test/running-site.ts"
import { ensureBuild } from "#server/build.ts"
import { announceLogs } from "./site-logs.ts"

announceLogs(/"msg":"nobody caught this; the process is replaced"/)

const PASSWORD = "Uppercut8"
const METRICS_TOKEN = "a-token-of-24-characters"
/** No page cache answers for it, and so the log says which process did. */
const UNCACHED = "/admin/settings"

// On a machine with much else to do a build takes its time.
beforeAll(async () => {
  await ensureBuild()
}, 300_000)

test("workers that cannot start end all, with the reason said once", async () => {
  const site = spawnSite({ DATABASE_URL: "postgres://cko@127.0.0.1:1/none" }, ["--workers", "3"])
  expect(await site.ended).toBe(1)
  expect(site.output().match(/La base PostgreSQL de DATABASE_URL ne répond pas/g)).toHaveLength(1)
})

test("a process that meets an error nobody caught says so and is replaced", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cko-failing-"))
  // A port of its own choice ends with the last process that listens.
  const PORT = String(await freePort())
  const failing = ["--import", "./test/failing-process.js"]
  const site = await startSite({ DATA_DIR: dataDir, PORT }, ["--workers", "1"], failing)
  const { stdout: pid } = await promisify(execFile)("pgrep", ["-P", String(site.pid), "-f", "start.js"])
  process.kill(Number(pid), "SIGUSR2")
  await site.said(/nobody's error/)
  await site.said(new RegExp(`Le processus ${pid.trim()} s’est arrêté \\(erreur\\)`))
  const answered = async () => (await fetch(site.url).catch(() => undefined))?.status
  await expect.poll(answered, { timeout: 30_000 }).toBe(200)
  expect(await site.stop()).toBe(0)
  await rm(dataDir, { recursive: true })
}, 60_000)

describe("two workers", () => {
  let site: RunningSite
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "cko-workers-"))
    site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: "info", METRICS_TOKEN }, ["--workers", "2"])
  })
  afterAll(async () => {
    await site.stop("SIGKILL")
    await rm(dataDir, { recursive: true })
  })

  test("two workers say once that the site is online, and have migrated and filled the database once", async () => {
    expect(site.output().match(/CKO est en ligne/g)).toHaveLength(1)
    const { url } = await findReach(dataDir)
    const [counts] = await runOn<{ episodes: number; migrations: number; distinct: number }>(
      url,
      `select (select count(*)::int from episodes) episodes, count(*)::int migrations,
        count(distinct hash)::int distinct from drizzle.__drizzle_migrations`,
    )
    expect(counts?.episodes).toBe(10)
    expect(counts?.migrations).toBe(counts?.distinct)
  })

  test("31.9 either of two workers tells the figures of both", async () => {
    const token = { authorization: `Bearer ${METRICS_TOKEN}` }
    const read = async () => (await fetch(`${site.url}/metrics`, { headers: token })).text()
    await fetch(`${site.url}/healthz`)
    await expect.poll(read).toMatch(/^cko_processes 2$/m)
    const [one, other] = await Promise.all([read(), read()])
    for (const told of [one, other]) {
      expect(told).toMatch(/^cko_processes 2$/m)
      expect(told).toMatch(/_count\{method="GET",route="\/healthz",status="2xx"\} 1$/m)
    }
  })

  test("two workers share sessions and settings", async () => {
    const signedUp = await send("/auth?onglet=inscription", {
      fields: { email: "a@cko.test", password: PASSWORD, confirmation: PASSWORD },
    })
    expect(signedUp.status).toBe(302)
    const cookie = signedUp.cookies.join("; ")
    const start = site.output().length
    for (let n = 0; n < 6; n += 1) expect((await send(UNCACHED, { cookie })).status).toBe(200)
    expect((await send(UNCACHED)).status).toBe(302)
    await expect.poll(() => new Set(pidsOf(UNCACHED, start)).size).toBe(2)

    for (let n = 0; n < 6; n += 1) expect((await send("/about")).text).toContain("<title>À propos")
    const fields = { intent: "save", fields: "name", name: "Sécateur" }
    expect((await send("/admin/site/podcast", { fields, cookie })).status).toBe(302)
    // Kept pages, too, whichever process has them.
    const saying = async () => {
      const pages = await Promise.all(Array.from({ length: 8 }, () => send("/about")))
      return pages.filter(({ text }) => text.includes("© 2025 Sécateur")).length
    }
    await expect.poll(saying).toBe(8)
  })

  test("two workers count attempts together", async () => {
    const fields = { email: "a@cko.test", password: "Faux1234" }
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await send("/auth", { fields })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test("27.1 two workers are replaced one after the other without one request that fails", async () => {
    const before = new Set(pidsOf(UNCACHED, 0))
    expect(before.size).toBe(2)
    const load = startLoad()
    await sleep(500)
    for (let n = 0; n < 2; n += 1) {
      const start = site.output().length
      site.signal("SIGHUP")
      await site.said(/Tous les processus sont redémarrés/, start)
    }
    await sleep(500)
    const { answered, failures } = await load.stop()
    expect(failures).toEqual([])
    expect(Math.min(...answered)).toBeGreaterThan(20)
    const start = site.output().length
    const after = new Set(await sendAndSeeWho(start))
    expect(after.size).toBe(2)
    expect(after.intersection(before).size).toBe(0)
  })

  test("two workers come back when killed", async () => {
    const start = site.output().length
    const [victim, other] = [...new Set(await sendAndSeeWho(start))]
    process.kill(Number(victim), "SIGKILL")
    await site.said(new RegExp(`Le processus ${victim} s’est arrêté \\(SIGKILL\\)`), start)
    const isAnother = (pid: number) => pid !== victim && pid !== other
    await expect
      .poll(async () => (await sendAndSeeWho(site.output().length)).some(isAnother), { timeout: 30_000 })
      .toBe(true)
  })

  test("two workers stop together, once what they were asked is answered", async () => {
    const agent = new Agent({ keepAlive: true })
    await send("/", { agent })
    const halfSent = await Promise.all(Array.from({ length: 6 }, beginView))
    const ended = site.stop()
    // One that comes at the very moment may have to wait for the end, as nobody took it.
    const comeAnew = () =>
      Promise.race([send("/").then(() => "taken"), sleep(500, "left waiting")]).catch(
        (error: Error) => error.message,
      )
    await expect.poll(comeAnew, { timeout: 8_000 }).toContain("ECONNREFUSED")

    const kept = await send("/", { agent })
    expect([kept.status, kept.connection]).toEqual([200, "close"])
    expect(await Promise.all(halfSent.map((finish) => finish()))).toEqual([200, 200, 200, 200, 200, 200])
    expect(await ended).toBe(0)
    // The last one stopped the database.
    expect(await readdir(join(dataDir, "database"))).not.toContain("postmaster.pid")
  })

  /** Sends the head of a request and waits until a worker has it. @returns sends the body, and gives the status */
  async function beginView() {
    const outgoing = request(`${site.url}/episodes/1/view`, {
      method: "POST",
      agent: false,
      headers: { "Content-Type": "application/x-www-form-urlencoded", Expect: "100-continue" },
    })
    outgoing.flushHeaders()
    await once(outgoing, "continue")
    return async () => {
      outgoing.end("session=session_1_abc")
      const [response] = (await once(outgoing, "response")) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
  }

  /** Which processes answer six requests. @param start a place in the output */
  async function sendAndSeeWho(start: number) {
    for (let n = 0; n < 6; n += 1) await send(UNCACHED)
    await expect.poll(() => pidsOf(UNCACHED, start).length).toBeGreaterThanOrEqual(6)
    return pidsOf(UNCACHED, start)
  }

  type Init = { fields?: Record<string, string>; cookie?: string; agent?: Agent }

  /** A request of node:http: over a connection of its own unless an agent keeps some. */
  function send(path: string, { fields, cookie = "", agent }: Init = {}) {
    const body = fields && new URLSearchParams(fields).toString()
    const headers = { cookie, ...(body && { "Content-Type": "application/x-www-form-urlencoded" }) }
    type Answer = { status: number; cookies: string[]; connection: string | undefined; text: string }
    return new Promise<Answer>((resolve, reject) => {
      const outgoing = request(site.url + path, {
        method: body ? "POST" : "GET",
        agent: agent ?? false,
        headers,
      })
      outgoing.on("error", reject).on("response", (response) => {
        const cookies = (response.headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "")
        const { statusCode: status = 0 } = response
        const { connection } = response.headers
        let text = ""
        response
          .setEncoding("utf8")
          .on("error", reject)
          .on("data", (part: string) => (text += part))
          .on("end", () => resolve({ status, cookies, connection, text }))
      })
      outgoing.end(body)
    })
  }

  /** Reads and writes without pause, over connections that are kept and over new ones. */
  function startLoad() {
    const failures: unknown[] = []
    let isOver = false
    const agent = new Agent({ keepAlive: true })
    const opening = { fields: { session: "session_1_abc" } }
    const clients = [
      () => send("/", { agent }),
      () => send("/episodes/1/view", { agent, ...opening }),
      () => send("/episodes/1/view", opening),
      () => send("/about"),
      () => fetch(`${site.url}/episodes/1`).then(async (response) => (await response.text(), response)),
      // Now and then: what its connection is kept for ends while it may be sending.
      async () => (await sleep(700), send("/blog", { agent })),
    ]
    const loops = clients.map(async (client) => {
      let answered = 0
      while (!isOver) {
        try {
          const { status } = await client()
          if (status === 200) answered += 1
          else failures.push(status)
        } catch (error) {
          failures.push(error)
        }
      }
      return answered
    })
    return {
      async stop() {
        isOver = true
        const answered = await Promise.all(loops)
        agent.destroy()
        return { answered: answered.slice(0, 5), failures }
      },
    }
  }

  /** Which processes answered a path, from a place in the output on. */
  function pidsOf(path: string, start: number) {
    const lines = site.output().slice(start).split("\n")
    return lines.flatMap((line) => {
      if (!line.startsWith("{") || !line.endsWith("}")) return []
      const { pid, path: answered } = JSON.parse(line) as { pid: number; path?: string }
      return answered === path ? [pid] : []
    })
  }
})
