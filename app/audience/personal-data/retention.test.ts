import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { connectionPool, db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { emptyTables, openTestDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"
import { judgeRun } from "./due.ts"
import { deleteOld, RETENTION_RULES, type RetentionName } from "./retention-rules.server.ts"
import { findLastRun, runIfDue } from "./retention-run.server.ts"

beforeAll(openTestDatabase)
beforeEach(async () => {
  await emptyTables(
    ...[
      "audit_log",
      "settings",
      "contact_messages",
      "newsletter_subscribers",
      "supporters",
      "mails",
      "missing_paths",
      "bin",
    ],
  )
  await setSettings("retention", {})
})

/** Rows of each kind, as old as that in days, called by it. */
const ROWS: Record<RetentionName, (day: string) => string> = {
  messageMonths: (day) =>
    `insert into contact_messages (name, email, subject, message, created_at) select 'A', 'a@b.c', day::text, 'M', ${day}`,
  unsubscribedMonths: (day) =>
    `insert into newsletter_subscribers (email, created_at, unsubscribed_at) select day || '@b.c', now() - interval '9 years', ${day}`,
  unconfirmedMonths: (day) =>
    `insert into newsletter_subscribers (email, created_at, confirmation_asked_at) select day || '@b.c', now() - interval '9 years', ${day}`,
  supporterMonths: (day) => `insert into supporters (email, until) select day || '@b.c', (${day})::date`,
  logMonths: (day) =>
    `insert into audit_log (at, action, kind, title) select ${day}, 'update', 'page', day::text`,
  failedMailDays: (day) =>
    `insert into mails (recipient, subject, text, failed_at) select 'a@b.c', day::text, 'T', ${day}`,
  binDays: (day) =>
    `insert into bin (kind, item_id, title, rows, links, deleted_at) select 'post', 1, day::text, '[]', '[]', ${day}`,
  missingDays: (day) => `insert into missing_paths (path, hits, last_seen_at) select '/' || day, 1, ${day}`,
}
const TABLES: Record<RetentionName, [table: string, name: string]> = {
  messageMonths: ["contact_messages", "subject"],
  unsubscribedMonths: ["newsletter_subscribers", "split_part(email, '@', 1)"],
  unconfirmedMonths: ["newsletter_subscribers", "split_part(email, '@', 1)"],
  supporterMonths: ["supporters", "split_part(email, '@', 1)"],
  logMonths: ["audit_log where kind = 'page'", "title"],
  failedMailDays: ["mails where failed_at is not null", "subject"],
  binDays: ["bin", "title"],
  missingDays: ["missing_paths where not is_ignored", "substr(path, 2)"],
}
const NAMES = Object.keys(RETENTION_RULES) as RetentionName[]

async function make(name: RetentionName, ...days: number[]) {
  const day = "now() - day * interval '1 day'"
  await db.execute(sql`${sql.raw(ROWS[name](day))} from unnest(${sql.param(days)}::int[]) day`)
}

async function left(name: RetentionName) {
  const [from, called] = TABLES[name]
  const { rows } = await db.execute<{ day: number }>(sql.raw(`select (${called})::int as day from ${from}`))
  return rows.map(({ day }) => day).toSorted((one, other) => one - other)
}

describe("what is kept for so long", () => {
  test.each(NAMES)(
    "36.1 goes once it is older, a batch at a time, and nothing else does: %s",
    async (name) => {
      const length = RETENTION_RULES[name].unit === "months" ? 3 : 90
      await make(name, 0, 5, 88, 94, 95, 120, 400, 3_000)
      expect(await deleteOld(name, length, { batch: 2 })).toEqual({ count: 5, isBusy: false })
      expect(await left(name)).toEqual([0, 5, 88])
      expect(await deleteOld(name, length, { batch: 2 })).toEqual({ count: 0, isBusy: false })
    },
  )

  test("never goes where hosts say never", async () => {
    await make("messageMonths", 9_000)
    expect(await deleteOld("messageMonths", 0)).toEqual({ count: 0, isBusy: false })
    expect(await left("messageMonths")).toEqual([9_000])
  })

  test("is not what waits, what is subscribed, or what hosts ignore", async () => {
    await db.execute(sql`insert into mails (recipient, subject, text, created_at)
      values ('a@b.c', 'Attend', 'T', now() - interval '9 years')`)
    await db.execute(
      sql`insert into newsletter_subscribers (email, created_at) values ('a@b.c', now() - interval '9 years')`,
    )
    await db.execute(sql`insert into missing_paths (path, hits, last_seen_at, is_ignored)
      values ('/tue', 1, now() - interval '9 years', true)`)
    for (const name of NAMES) expect(await deleteOld(name, 1)).toEqual({ count: 0, isBusy: false })
    for (const table of ["mails", "newsletter_subscribers", "missing_paths"])
      expect(await storedRows(table)).toHaveLength(1)
  })

  test("is let go by one of several processes", async () => {
    await make("logMonths", ...Array.from({ length: 40 }, (_, n) => 500 + n))
    const other = await connectionPool().connect()
    await other.query("begin")
    await other.query("select pg_advisory_xact_lock(20251106)")
    expect(await deleteOld("logMonths", 13)).toEqual({ count: 0, isBusy: true })
    await other.query("rollback")
    other.release()
    const both = await Promise.all([
      deleteOld("logMonths", 13, { batch: 5 }),
      deleteOld("logMonths", 13, { batch: 5 }),
    ])
    expect(both[0].count + both[1].count).toBe(40)
    expect(await left("logMonths")).toEqual([])
  })

  test("stays where the process is stopped, and messages that went are told by their number alone", async () => {
    await make("messageMonths", 500, 501, 2)
    const stopped = { signal: AbortSignal.abort() }
    expect(await deleteOld("messageMonths", 1, stopped)).toEqual({ count: 0, isBusy: false })
    expect(await left("messageMonths")).toEqual([2, 500, 501])
    await deleteOld("messageMonths", 1)
    expect(await storedRows("audit_log")).toMatchObject([
      { actor: "site", action: "expire", kind: "message", title: "2 messages de contact", changes: null },
    ])
  })
})

const NOON = Date.UTC(2026, 0, 30, 12)
const HOUR_MS = 3_600_000

test.each([
  ["nothing is known of before", undefined, 0, "unsure"],
  ["a run was a moment ago", 0, 0, "early"],
  ["a run was half a day ago", -12, 0, "early"],
  ["a run was a day ago", -24, 0, "due"],
  ["a run was missed for a week", -7 * 24, 0, "due"],
  ["the clock has leapt by years, or the site was away", -9_000, 0, "unsure"],
  ["the clock was set back", 3, 0, "unsure"],
  ["the database's clock is ahead of ours", -24, -1, "clocks-differ"],
  ["the database's clock is behind ours", -24, 1, "clocks-differ"],
] as const)("whether what is too old goes when %s", (_when, last, own, verdict) => {
  const at = (hours: number) => new Date(NOON + hours * HOUR_MS)
  expect(judgeRun(last === undefined ? undefined : at(last), at(0), at(own))).toBe(verdict)
})

describe("a run", () => {
  /** The database's clock is real: so is what was last, told from it. */
  const lastWas = async (hoursAgo: number) => {
    await writeSetting(db, "retention-pass", new Date(Date.now() - hoursAgo * HOUR_MS).toISOString())
  }

  test("deletes nothing the first time, then once a day what is too old by the settings of now", async () => {
    await make("messageMonths", 20, 40)
    await make("logMonths", 200, 500)
    await make("failedMailDays", 13, 15)
    expect(await runIfDue()).toBe("unsure")
    expect(await runIfDue()).toBe("early")
    expect([await left("logMonths"), await findLastRun()]).toEqual([[200, 500], expect.any(Date)])
    await lastWas(25)
    expect(await runIfDue()).toBe("due")
    expect(await left("messageMonths")).toEqual([20, 40])
    expect([await left("logMonths"), await left("failedMailDays")]).toEqual([[200], [13]])
    await setSettings("retention", { messageMonths: 1, logMonths: 6 })
    expect(await runIfDue()).toBe("early")
    await lastWas(25)
    expect(await runIfDue()).toBe("due")
    expect([await left("messageMonths"), await left("logMonths")]).toEqual([[20], []])
  })

  test("is not over where it was stopped or another process is at it", async () => {
    await make("logMonths", 500)
    await lastWas(30)
    expect(await runIfDue({ signal: AbortSignal.abort() })).toBe("due")
    const other = await connectionPool().connect()
    await other.query("begin")
    await other.query("select pg_advisory_xact_lock(20251106)")
    expect(await runIfDue()).toBe("due")
    await other.query("rollback")
    other.release()
    expect(await left("logMonths")).toEqual([500])
    expect(await runIfDue()).toBe("due")
    expect(await left("logMonths")).toEqual([])
    expect(await runIfDue()).toBe("early")
  })

  test("deletes nothing while two clocks differ", async () => {
    await make("logMonths", 500)
    await lastWas(30)
    expect(await runIfDue({ own: new Date(Date.now() + 30 * HOUR_MS) })).toBe("clocks-differ")
    expect(await left("logMonths")).toEqual([500])
  })
})

test("how long the log is kept holds under the name that databases of before have for it", async () => {
  await db.execute(sql`insert into settings (name, value) values ('audit-retention-months', '120')`)
  await setSettings("retention", { missingDays: 30 })
  expect(siteSettings().retention).toMatchObject({ logMonths: 120, missingDays: 30 })
  await setSettings("retention", { logMonths: 13 })
  expect(siteSettings().retention.logMonths).toBe(13)
  expect((await storedRows("settings")).map(({ name }) => name)).toEqual(["retention.missingDays"])
})
