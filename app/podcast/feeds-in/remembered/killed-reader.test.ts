import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { databaseUrl, useDatabase } from "#test/database.ts"
import { PATIENCE } from "#test/setup.ts"
import { feedOf, importFeed, makeDue, onlyRow, readDue, sendFeed, startFeedHost } from "#test/feed-host.ts"

const SCRIPT = fileURLToPath(new URL("../../../../test/short-lived-reader.ts", import.meta.url))
let host: Awaited<ReturnType<typeof startFeedHost>>

useDatabase()
beforeEach(async () => {
  host = await startFeedHost()
  host.reply("/flux.xml", sendFeed(feedOf(2)))
  await importFeed(`${host.url}/flux.xml`)
  host.requests.length = 0
  await makeDue()
  return () => host.close()
})

/** A process of its own that reads what is due. */
function startReader() {
  return spawn(process.execPath, [SCRIPT, databaseUrl], { stdio: ["ignore", "pipe", "inherit"] })
}

async function kill(reader: ReturnType<typeof startReader>) {
  const ended = once(reader, "close")
  reader.kill("SIGKILL")
  await ended
}

/** As if the lease had ended. */
async function readAfterLease() {
  expect(await readDue()).toBe(0)
  await db.execute(sql`update feeds set leased_until = now() - interval '1 second'`)
  return readDue()
}

test("of two processes one reads a feed", async () => {
  host.reply("/flux.xml", sendFeed(feedOf(3)))
  const said = await Promise.all([startReader(), startReader()].map(({ stdout }) => text(stdout)))
  expect(said.sort()).toEqual(["begins\n0\n", "begins\n1\n"])
  expect(host.requests).toHaveLength(1)
  expect(await db.$count(episodes)).toBe(3)
})

test("a process killed while it downloads leaves the feed to the next one", async () => {
  host.reply("/flux.xml", (response) => response.write("<rss>"))
  const reader = startReader()
  await vi.waitFor(() => expect(host.requests).toHaveLength(1), PATIENCE)
  await kill(reader)
  host.reply("/flux.xml", sendFeed(feedOf(3)))
  expect(await readAfterLease()).toBe(1)
  expect(await onlyRow()).toMatchObject({ createdCount: 1, failures: 0, lease: null })
})

test("a process killed while it writes leaves nothing half done", async () => {
  host.reply("/flux.xml", sendFeed(feedOf(4)))
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table episodes in share mode`)
    const reader = startReader()
    await vi.waitFor(async () => {
      const { rows } = await tx.execute(
        sql`select from pg_locks where not granted and relation = 'episodes'::regclass`,
      )
      expect(rows).toHaveLength(1)
    }, PATIENCE)
    await kill(reader)
  })
  expect(await readAfterLease()).toBe(1)
  expect(await db.$count(episodes)).toBe(4)
  expect(await onlyRow()).toMatchObject({ createdCount: 2, arrivedCount: 2, unchangedCount: 2 })
})
