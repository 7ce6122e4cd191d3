import { execFileSync } from "node:child_process"
import { cp, mkdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { freePort } from "#test/free-port.ts"
import { runOn } from "#test/server-database.ts"
import { compare, readOutbox } from "../faults/kept.ts"
import { createSound } from "../faults/listeners.ts"
import { NO_NGINX, startNginx } from "../faults/nginx.ts"
import { NO_POSTGRES, startPostgres } from "../faults/postgres.ts"
import { prepare } from "../faults/prepared-site.ts"
import { figuresOf, startTraffic } from "../faults/traffic.ts"
import { newLedger } from "../faults/writers.ts"
import { visit } from "../faults/visitor.ts"
import { makeNextRelease } from "./next-release.ts"
import { callRelease, own, unpackRelease } from "./unpacked.ts"

const WHY_NOT = NO_POSTGRES ?? NO_NGINX
const NEXT = "9.0.0"

test.skipIf(WHY_NOT)(
  `27.8 two machines behind a proxy are updated one after the other, and no visitor is without an answer ${WHY_NOT ?? ""}`,
  async () => {
    const { work, old, key, version, remove } = await unpackRelease()
    onTestFinished(remove)
    const sql = "alter table episodes add column newer integer default 1 not null"
    const archive = await makeNextRelease(old, join(work, "next"), key, { version: NEXT, sql })
    const postgres = await startPostgres()
    onTestFinished(postgres.remove)
    const machines = await Promise.all(
      ["one", "other"].map((name) => startMachine(join(work, name), old, postgres.url)),
    )
    const [first] = machines
    if (!first) throw new Error("no machine")
    const cookie = await prepare(first.url)
    const named = { intent: "save", fields: "name", name: "CKO" }
    await visit(`${first.url}/admin/site/podcast`, { cookie, fields: named })
    const query = (text: string) => runOn(postgres.url, text)
    const sound = await createSound(query, first.dataDir, "machines")
    for (const { dataDir } of machines.slice(1))
      await cp(join(first.dataDir, "media"), join(dataDir, "media"), { recursive: true })
    for (const { dataDir } of machines) own(dataDir)

    const proxy = await startNginx(
      `127.0.0.1:${await freePort()}`,
      machines.map(({ address }) => address),
    )
    const ledger = newLedger()
    const traffic = startTraffic({ url: proxy.url, cookie, sound }, ledger)
    for (const machine of machines) {
      await sleep(3_000)
      await machine.update(archive)
      expect(await machine.version()).toBe(NEXT)
    }
    await sleep(3_000)
    await traffic.stop()
    const answers = traffic.take()
    console.log(`${version} to ${NEXT}: ${figuresOf(answers)}`)
    expect(answers.filter(({ status }) => !(Number(status) < 400))).toEqual([])
    const outboxes = () => Promise.all(machines.map(({ dataDir }) => readOutbox(dataDir)))
    const { lost, halves } = await compare(ledger, query, async () => (await outboxes()).flat())
    expect(Object.values(lost).filter((number) => number > 0)).toEqual([])
    expect(halves).toEqual([])
  },
)

/** A machine with a release of its own in a folder, which is online. */
async function startMachine(folder: string, release: string, databaseUrl: string) {
  const dataDir = join(folder, "data")
  const port = await freePort()
  const opt = join(folder, "opt")
  await mkdir(opt, { recursive: true })
  await mkdir(dataDir)
  const name = release.split("/").at(-1) ?? ""
  execFileSync("cp", ["-al", release, opt])
  own(folder)
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: "http://cko.test",
    TRUST_PROXY: "2",
    STARTER_CONTENT: "0",
  }
  const url = `http://127.0.0.1:${port}`
  const start = async (program: string) => {
    const started = callRelease(program, ["start"], settings)
    await expect.poll(() => started.output(), { timeout: 60_000 }).toContain("CKO est en ligne")
    return started
  }
  let running = await start(join(opt, name))
  onTestFinished(() => void running.child.kill("SIGKILL"))
  return {
    url,
    address: `127.0.0.1:${port}`,
    dataDir,
    /** As docs/operations.md says. */
    async update(archive: string) {
      running.child.kill("SIGTERM")
      expect(await running.ended).toBe(0)
      const update = callRelease(join(opt, name), ["update", archive, "--unsigned"], settings)
      if ((await update.ended) !== 0) throw new Error(update.output())
      running = await start(join(opt, `cko-${NEXT}`))
    },
    version: async () => (JSON.parse((await visit(`${url}/healthz`)).text) as { version: string }).version,
  }
}
