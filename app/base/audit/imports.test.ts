import { desc, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { actAs } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { importItems } from "#app/podcast/feeds-in/import.server.ts"
import { serializeItem } from "#app/podcast/feeds-in/serialized-item.ts"
import { useDatabase } from "#test/database.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { recordStatements } from "#test/plans.ts"

useDatabase()

const COMMAND = { id: null, name: "npm run import", role: null }
const itemsOf = (count: number, title = "Épisode") =>
  Array.from({ length: count }, (_, n) =>
    serializeItem(createFeedItem(n + 1, { title: `${title} ${n + 1}` })),
  )
const run = (items = itemsOf(3), isRoutine = false) =>
  actAs(COMMAND, () => importItems(items, { source: { title: "Le podcast", isRoutine } }))
const logged = () => db.select().from(auditLog).orderBy(desc(auditLog.id))

test("an import is one row with its figures, and one for each episode, a batch at a time", async () => {
  const statements = await recordStatements(() => run(itemsOf(600)))
  expect(statements.filter(({ text }) => text.includes(`into "audit_log"`))).toHaveLength(4)
  const rows = await logged()
  expect(rows).toHaveLength(601)
  expect(rows[0]).toMatchObject({
    ...{
      action: "import",
      kind: "feed",
      title: "Le podcast",
      actor: "npm run import",
      actorId: null,
      actorRole: null,
    },
    changes: { created: [0, 600] },
  })
  expect(rows[1]).toMatchObject({
    ...{ action: "create", kind: "episode", itemId: "600", title: "Épisode 600", actor: "npm run import" },
    changes: { guest: [null, "Invitée 600"], number: [null, 600] },
  })
})

test("an import of what changed tells the episodes' fields before and after", async () => {
  await run()
  await run(itemsOf(3, "Round"))
  const [whole, last] = await logged()
  expect(whole).toMatchObject({ action: "import", changes: { updated: [0, 3] } })
  expect(last).toMatchObject({
    action: "update",
    title: "Round 3",
    changes: { title: ["Épisode 3", "Round 3"] },
  })
})

test("an import that brought nothing is told, but not where it is routine", async () => {
  await run()
  await run()
  await run(itemsOf(3), true)
  expect((await logged()).filter(({ kind }) => kind === "feed")).toMatchObject([
    { changes: { unchanged: [0, 3] } },
    { changes: { created: [0, 3] } },
  ])
})

test("an import that fails leaves nothing in the log", async () => {
  await db.execute(sql`alter table feed_items add constraint broken check (guid <> 'guid-300')`)
  await expect(run(itemsOf(300))).rejects.toMatchObject({ cause: { constraint: "broken" } })
  await db.execute(sql`alter table feed_items drop constraint broken`)
  expect(await logged()).toEqual([])
})
