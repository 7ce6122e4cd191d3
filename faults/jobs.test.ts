import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { startMailServer } from "#test/mail-server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { NO_POSTGRES, startPostgres } from "./postgres.ts"
import { announceLogs } from "./site-logs.ts"

announceLogs(/"msg":"(mail not sent yet|mail queue not read|connection lost)/)
vi.setConfig({ testTimeout: 600_000 })

const MAILS = 1_500
const PROCESSES = 3
const KILLS_OF_EACH = 2

/** What is killed within a mail sends it again: at least once, that is the rule of mails (docs/decisions/mails.md). */
test.skipIf(NO_POSTGRES)(
  `${MAILS} mails, ${PROCESSES} processes on one database, each killed ${KILLS_OF_EACH} times: each is sent, and at most one a kill is sent twice`,
  async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.remove)
    applySettings({
      publicUrl: "https://cko.test",
      dataDir: "",
      cookieSecret: async () => "",
      feedIntervalMinutes: 0,
    })
    const server = await startMailServer()
    onTestFinished(server.close)
    const start = async (dataDir: string) =>
      startOwnSite({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, SMTP_URL: getSettings().smtpUrl ?? "" })
    const folders = await Promise.all(Array.from({ length: PROCESSES }, makeFolder))
    const [first = "", ...others] = folders
    const sites = [await start(first), ...(await Promise.all(others.map(start)))]

    const client = new pg.Client(postgres.url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `insert into mails (recipient, subject, text)
       select 'personne-' || n || '@cko.test', 'Bonjour', 'Bonjour.' from generate_series(1, ${MAILS}) n`,
    )
    await client.query("select pg_notify('cko_jobs', 'mails')")

    const victims = Array.from({ length: KILLS_OF_EACH }, () => [...folders.keys()]).flat()
    // While there is something to send, however fast the machine.
    const share = MAILS / (victims.length + 2)
    for (const [killed, victim] of victims.toSorted(() => Math.random() - 0.5).entries()) {
      await expect
        .poll(() => server.taken.length, { timeout: 120_000, interval: 20 })
        .toBeGreaterThan(share * (killed + 1))
      await sites[victim]?.stop("SIGKILL")
      sites[victim] = await start(folders[victim] ?? "")
    }
    const due = async () => {
      const { rows } = await client.query(
        "select count(*)::int as left, (count(*) filter (where due_at <= now()))::int as due from mails",
      )
      return rows[0] as { left: number; due: number }
    }
    await expect.poll(async () => (await due()).due, { timeout: 400_000, interval: 500 }).toBe(0)
    // What the killed ones had taken, as if their time for it were over.
    await sleep(2_000)
    await client.query("update mails set due_at = now()")
    await client.query("select pg_notify('cko_jobs', 'mails')")
    await expect.poll(async () => (await due()).left, { timeout: 60_000, interval: 200 }).toBe(0)

    const recipients = server.taken.map(({ to }) => to)
    expect(new Set(recipients).size).toBe(MAILS)
    expect(recipients.length - MAILS).toBeLessThanOrEqual(victims.length)
  },
)
