import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { useDatabase } from "#test/database.ts"
import { createLetter, createSubscribers } from "#test/letters.ts"
import { letterProgress } from "./progress.server.ts"
import {
  pauseLetter,
  resumeLetter,
  scheduleLetter,
  settleUncertain,
  startLetter,
  stopLetter,
  type Transition,
  unscheduleLetter,
} from "./transitions.server.ts"

useDatabase()

const HOUR = () => new Date(Date.now() + 3_600_000)
const find = async (id: number) => (await db.select().from(letters).where(eq(letters.id, id)))[0]

type State = (typeof letters.$inferSelect)["state"]
const ACTIONS: Record<string, (id: number) => Promise<Transition>> = {
  start: (id) => startLetter(id, 1),
  schedule: (id) => scheduleLetter(id, 1, HOUR()),
  unschedule: unscheduleLetter,
  pause: pauseLetter,
  resume: resumeLetter,
  stop: stopLetter,
}
/** What each action makes of a letter, by the state in which it can be done. */
const TABLE: Record<State, Record<string, State>> = {
  draft: { start: "sending", schedule: "scheduled" },
  scheduled: { start: "sending", schedule: "scheduled", unschedule: "draft" },
  sending: { pause: "paused", stop: "stopped" },
  paused: { resume: "sending", stop: "stopped" },
  sent: {},
  stopped: {},
}

test.each(
  Object.keys(TABLE).flatMap((state) =>
    Object.keys(ACTIONS).map((action) => [state as State, action] as const),
  ),
)("a letter that is %s, and %s", async (state, action) => {
  await createSubscribers(1)
  const { id } = await createLetter({ state })
  const to = TABLE[state][action]
  expect(await ACTIONS[action]?.(id)).toBe(to ? "done" : "not-now")
  expect(await find(id)).toMatchObject({ state: to ?? state, version: to ? 2 : 1 })
  expect(await db.$count(auditLog, eq(auditLog.kind, "letter"))).toBe(to ? 1 : 0)
})

test.each(Object.keys(ACTIONS))("no letter, and %s", async (action) => {
  expect(await ACTIONS[action]?.(404)).toBe("missing")
})

test("a letter that somebody saved meanwhile is neither started nor scheduled", async () => {
  await createSubscribers(1)
  const { id } = await createLetter({ version: 2 })
  expect([await startLetter(id, 1), await scheduleLetter(id, 1, HOUR())]).toEqual(["stale", "stale"])
})

test("a letter that nobody would get is not started by a person, but by its time", async () => {
  await createSubscribers(1, { confirmedAt: null })
  await createSubscribers(1, { unsubscribedAt: new Date() })
  await createSubscribers(1, { suppressedAt: new Date() })
  await createSubscribers(1, { topics: ["episodes", "news"] })
  const { id } = await createLetter()
  expect(await startLetter(id, 1)).toBe("nobody")
  expect(await startLetter(id, 1, { evenToNobody: true })).toBe("done")
})

test("a letter is scheduled for a time to come only", async () => {
  const { id } = await createLetter()
  expect(await scheduleLetter(id, 1, new Date(Date.now() - 60_000))).toBe("past")
  expect(await find(id)).toMatchObject({ state: "draft", version: 1 })
})

test("of many who start a letter at once, one does", async () => {
  await createSubscribers(1)
  const { id } = await createLetter()
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => startLetter(id, 1)))
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1)
  expect(await db.$count(auditLog, eq(auditLog.kind, "letter"))).toBe(1)
})

test("45.1 what is sent is what the letter said when it was started", async () => {
  await createSubscribers(1)
  const { id } = await createLetter({ title: "Sujet", content: "Bonsoir à tous." })
  await startLetter(id, 1)
  await db.update(letters).set({ content: "Autre chose." }).where(eq(letters.id, id))
  const letter = await find(id)
  expect(letter?.sentHtml).toContain("Bonsoir à tous.")
  expect(letter?.sentText).toContain("Bonsoir à tous.")
})

test("45.2 an uncertain mail is sent again or left, once somebody says so", async () => {
  await createSubscribers(3)
  const { id } = await createLetter({ state: "sent" })
  await db
    .insert(letterRecipients)
    .values([1, 2, 3].map((subscriberId) => ({ letterId: id, subscriberId, state: "uncertain" }) as const))
  expect(await letterProgress(id)).toMatchObject({ openQuestions: 3, counts: { uncertain: 3 }, total: 3 })
  expect(await settleUncertain(id, "leave", 1)).toBe("done")
  expect(await settleUncertain(id, "leave", 1)).toBe("not-now")
  expect(await find(id)).toMatchObject({ state: "sent" })
  expect(await settleUncertain(id, "resend", 2)).toBe("done")
  expect(await find(id)).toMatchObject({ state: "sending", endedAt: null })
  expect(await letterProgress(id)).toMatchObject({ openQuestions: 1, counts: { uncertain: 2, waiting: 1 } })
  await stopLetter(id)
  expect(await settleUncertain(id, "resend")).toBe("not-now")
  expect(await settleUncertain(id, "leave")).toBe("done")
})
