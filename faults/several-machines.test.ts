import { cp } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import "#app/office/types/types.server.ts"
import { startLetter } from "#app/audience/letters/sending/transitions.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { ensureBuild } from "#server/build.ts"
import { startLetterServer } from "#test/letter-server.ts"
import { createLetter, createSubscribers } from "#test/letters.ts"
import { startSite } from "#test/running-site.ts"
import { runOn } from "#test/server-database.ts"
import { setSettings } from "#test/site-settings.ts"
import { makeFolder } from "./for-one-test.ts"
import { compare } from "./kept.ts"
import { createSound } from "./listeners.ts"
import { createNetwork, type Machine, NO_NETWORK } from "./network.ts"
import { NO_NGINX, startNginx } from "./nginx.ts"
import { NO_POSTGRES, startPostgres } from "./postgres.ts"
import { prepare } from "./prepared-site.ts"
import { freeze, killWhole, thaw } from "./processes.ts"
import { announceLogs } from "./site-logs.ts"
import { figuresOf, startTraffic } from "./traffic.ts"
import { visit } from "./visitor.ts"
import { newLedger } from "./writers.ts"

// What breaks is told of.
announceLogs(/"level":[45]0/)

vi.setConfig({ testTimeout: 1_800_000 })
const WHY_NOT = NO_POSTGRES ?? NO_NGINX ?? NO_NETWORK
const PORT = 3000
const HOUR_MS = 3_600_000
/** Of one machine: it is an hour ahead. */
const MOVED_CLOCK = ["--import", new URL("moved-clock.ts", import.meta.url).href]
/** So that a letter goes on for as long as things break. */
const MAILS_A_MINUTE = 300
const PAUSE_MS = 10_000
/** Longer than a leader that nothing is heard of keeps its place. */
const CUT_MS = 40_000

const SITES = ["site-1", "site-2", "site-3"] as const
const NAMES = [...SITES, "primary", "replica", "proxy"] as const
type Cluster = Awaited<ReturnType<typeof startCluster>>
type Fault = { begin: () => unknown; end: () => unknown; holdMs: number }

const FAULTS: Record<string, (cluster: Cluster) => Promise<Fault> | Fault> = {
  "the leading site killed": async ({ leader }) => killed(await leader()),
  "another site killed": async ({ follower }) => killed(await follower()),
  "the primary killed": ({ primary }) => killed(primary),
  "the replica killed": ({ replica }) => killed(replica),
  "the proxy killed": ({ proxy }) => killed(proxy),
  "the leading site paused": async ({ leader }) => paused(await leader()),
  "another site paused": async ({ follower }) => paused(await follower()),
  "the primary paused": ({ primary }) => paused(primary),
  "the replica paused": ({ replica }) => paused(replica),
  "the proxy paused": ({ proxy }) => paused(proxy),
  "the leading site cut off from the primary": async ({ cut, leader, primary }) =>
    cut(await leader(), primary),
  "another site cut off from the primary": async ({ cut, follower, primary }) =>
    cut(await follower(), primary),
  "a site cut off from the replica": async ({ cut, follower, replica }) => cut(await follower(), replica),
  "a site cut off from the proxy": async ({ cut, follower, proxy }) => cut(await follower(), proxy),
  "the leading site cut off from the mail server": async ({ cut, leader, mail }) => cut(await leader(), mail),
  "the replica cut off from the primary": ({ cut, replica, primary }) => cut(replica, primary),
  "the leading site cut off from everything": async ({ cut, leader, mail, primary, proxy, replica }) => {
    const site = await leader()
    const all = [mail, primary, proxy, replica].map((other) => cut(site, other))
    return {
      begin: () => all.forEach(({ begin }) => begin()),
      end: () => all.forEach(({ end }) => end()),
      holdMs: CUT_MS,
    }
  },
}
/** What stands for all of them where there is little time (`FAULTS=all`, or a part of their names). */
const FEW = ["the leading site killed", "another site paused", "the leading site cut off from the primary"]
const { FAULTS: asked } = process.env
const isWanted = (name: string) => (asked ? asked === "all" || name.includes(asked) : FEW.includes(name))

describe.skipIf(WHY_NOT)(`three sites, a database with a replica and a proxy ${WHY_NOT ?? ""}`, () => {
  test("27.1 lose nothing acknowledged, and mail nobody twice, whichever breaks", async () => {
    const faults = Object.entries(FAULTS).filter(([name]) => isWanted(name))
    const cluster = await startCluster()
    const people = await cluster.beginLetter(faults.length * MAILS_A_MINUTE)
    const ledger = newLedger()
    const traffic = startTraffic(cluster, ledger)
    await sleep(3_000)
    console.log(`nothing broken: ${figuresOf(traffic.take())}`)
    for (const [name, fault] of faults) {
      const { begin, end, holdMs } = await fault(cluster)
      await begin()
      await sleep(holdMs)
      await end()
      const since = performance.now()
      await cluster.expectWhole(name)
      const wholeMs = Math.round(performance.now() - since)
      console.log(`${name}, whole again after ${wholeMs} ms: ${figuresOf(traffic.take())}`)
    }
    await traffic.stop()
    await cluster.endLetter(people)
    const kept = await compare(ledger, cluster.query, async () =>
      [...cluster.mails.taken.keys()].map((address) => address.split("@")[0] ?? ""),
    )
    expect(kept.lost).toEqual({ comment: 0, like: 0, view: 0, newsletter: 0, message: 0, episode: 0 })
    const isOfLetter = (half: string) => people.some((email) => half.endsWith(` ${email.split("@")[0]}`))
    expect(kept.halves.filter((half) => !isOfLetter(half))).toEqual([])
  })
})

function killed(victim: { kill: () => unknown; start: () => unknown }): Fault {
  return { begin: victim.kill, end: victim.start, holdMs: 2_000 }
}

function paused(victim: { freeze: () => unknown; thaw: () => unknown }): Fault {
  return { begin: victim.freeze, end: victim.thaw, holdMs: PAUSE_MS }
}

async function startCluster() {
  await ensureBuild()
  const network = createNetwork([...NAMES])
  onTestFinished(network.remove)
  const postgres = await startPostgres(network.at("primary"), network.range)
  onTestFinished(postgres.remove)
  const standby = await postgres.replicate(network.at("replica"))
  const mails = await startLetterServer({ host: network.here.address })
  onTestFinished(mails.close)
  const query = (text: string) => runOn(postgres.url, text)
  // Without a mail server, as whoever signs up gets in at once.
  const first = await startSite({
    DATABASE_URL: postgres.url,
    DATA_DIR: await makeFolder(),
    STARTER_CONTENT: "0",
  })
  const cookie = await prepare(first.url)
  const named = { intent: "save", fields: "name", name: "CKO" }
  await visit(`${first.url}/admin/site/podcast`, { cookie, fields: named })
  await first.stop()

  const sites = await Promise.all(
    SITES.map((name) =>
      startMachine(network.at(name), {
        DATABASE_URL: postgres.url,
        DATABASE_READ_URL: standby.url,
        SMTP_URL: mails.url,
        ...(name === "site-3" && { CLOCK_SHIFT_MS: String(HOUR_MS) }),
      }),
    ),
  )
  const { address, prefix } = network.at("proxy")
  const addresses = SITES.map((name) => `${network.at(name).address}:${PORT}`)
  const nginx = await startNginx(`${address}:80`, addresses, prefix)
  const [one = "", ...others] = sites.map(({ dataDir }) => dataDir)
  const sound = await createSound(query, one, "machines")
  for (const other of others) await cp(join(one, "media"), join(other, "media"), { recursive: true })

  const whoLeads = async () => {
    const rows =
      await query(`select host(client_addr) as address from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = ${ADVISORY_LOCKS.jobs} and granted`)
    return rows.map(({ address }) => address)
  }
  const byLead = async (leads: boolean) => {
    await expect.poll(whoLeads, { timeout: 60_000 }).toHaveLength(1)
    const [address] = await whoLeads()
    const site = sites.find((each) => (each.address === address) === leads)
    if (!site) throw new Error("no such site")
    return site
  }
  return {
    url: nginx.url,
    cookie,
    sound,
    mails,
    query,
    leader: () => byLead(true),
    follower: () => byLead(false),
    primary: { ...network.at("primary"), ...postgres, kill: postgres.stop },
    replica: { ...network.at("replica"), ...standby, kill: standby.stop },
    proxy: {
      ...network.at("proxy"),
      kill: () => killWhole(nginx.pid()),
      start: nginx.start,
      freeze: () => freeze(nginx.pid()),
      thaw: () => thaw(nginx.pid()),
    },
    mail: network.here,
    cut: (one: Machine, other: Machine): Fault => ({
      begin: () => network.cut(one, other),
      end: () => network.mend(one, other),
      holdMs: CUT_MS,
    }),
    /** Each site answers and shows what is changed now, and one leads. */
    async expectWhole(title: string) {
      const patience = { timeout: 60_000, interval: 200 }
      const change = () => query(`update episodes set title = '${title}' where id = 1`).catch(() => undefined)
      await expect.poll(change, patience).toBeDefined()
      const show = async (url: string) => (await visit(`${url}/episodes/1`).catch(() => undefined))?.text
      for (const { url } of sites) await expect.poll(() => show(url), patience).toContain(title)
      await expect.poll(() => show(nginx.url), patience).toContain(title)
      await expect.poll(whoLeads, patience).toHaveLength(1)
    },
    /** @returns who is to get it */
    beginLetter: (number: number) =>
      asSite(postgres.url, async () => {
        await setSettings("letters", {
          perMinute: MAILS_A_MINUTE,
          burst: 1,
          connections: 2,
          perConnection: 100,
        })
        const people = await createSubscribers(number)
        const { id, version } = await createLetter()
        expect(await startLetter(id, version)).toBe("done")
        return people.map(({ email }) => email)
      }),
    /** What is left of it goes out at once. */
    async endLetter(people: string[]) {
      await asSite(postgres.url, () => setSettings("letters", { perMinute: 0 }))
      await expect
        .poll(async () => (await query("select state, halt from letters"))[0], { timeout: 300_000 })
        .toMatchObject({ state: "sent" })
      const rows = await query("select state, count(*)::int from letter_recipients group by state")
      const taken = people.map((email) => mails.taken.get(email) ?? 0)
      console.log(`letter: ${JSON.stringify(rows)}, taken by ${taken.filter((times) => times > 0).length}`)
      expect(Math.max(...taken)).toBe(1)
    },
  }
}

/** Does in this process what a site does. */
async function asSite<Done>(databaseUrl: string, work: () => Promise<Done>) {
  const dataDir = await makeFolder()
  const publicUrl = "https://cko.test"
  applySettings({ publicUrl, dataDir, cookieSecret: () => getSecret("cookies"), feedIntervalMinutes: 0 })
  await openDatabase({ databaseUrl, dataDir })
  return work().finally(closeDatabase)
}

/** A machine with a site, which is started again on it. */
async function startMachine(machine: Machine, variables: Record<string, string>) {
  const dataDir = await makeFolder()
  const settings = {
    ...variables,
    DATA_DIR: dataDir,
    PORT: String(PORT),
    STARTER_CONTENT: "0",
    // Each visitor has an address of their own, as if nginx stood behind another proxy.
    TRUST_PROXY: "2",
  }
  const start = () => startSite(settings, [], MOVED_CLOCK, machine.prefix)
  let site = await start()
  onTestFinished(() => killWhole(site.pid))
  return {
    ...machine,
    dataDir,
    url: `http://${machine.address}:${PORT}`,
    kill: () => killWhole(site.pid),
    start: async () => void (site = await start()),
    freeze: () => freeze(site.pid),
    thaw: () => thaw(site.pid),
  }
}
