import { randomUUID } from "node:crypto"
import { beforeAll, expect, test, vi } from "vitest"
import { openOwnDatabase } from "#test/database.ts"
import { createLetter } from "#test/letters.ts"
import { findPlanProblems, largeTables, recordStatements, runAll } from "#test/plans.ts"
import { finishLetters } from "./ending.server.ts"
import { msToNextLetter } from "./letters-waiting.server.ts"
import { letterProgress } from "./progress.server.ts"
import {
  beginHandover,
  expireLeases,
  noteSent,
  putOff,
  renewLeases,
  takeRecipient,
} from "./recipients.server.ts"

vi.setConfig({ hookTimeout: 300_000 })
const PEOPLE = 15_000
const lease = { id: randomUUID() as string, seconds: 300 }

beforeAll(openOwnDatabase)
beforeAll(async () => {
  const { id } = await createLetter({ state: "sending", addressedAt: new Date() })
  await runAll([
    `insert into newsletter_subscribers (email, confirmed_at)
      select 'abonne-' || n || '@cko.test', now() from generate_series(1, ${PEOPLE}) n`,
    `insert into letter_recipients (letter_id, subscriber_id, state, ended_at)
      select ${id}, n, case when n % 3 = 0 then 'waiting' else 'sent' end, case when n % 3 <> 0 then now() end
      from generate_series(1, ${PEOPLE}) n`,
    "vacuum analyze newsletter_subscribers, letter_recipients, letters",
  ])
})

/** How far it is, is counted: all of a letter's recipients, from an index. */
const MEANT = /^select "state", count\(\*\)/

test("nobody reads all recipients of a letter for one of them", async () => {
  const large = await largeTables()
  expect([...large].sort()).toEqual(["letter_recipients", "newsletter_subscribers"])
  const statements = await recordStatements(async () => {
    const taken = await takeRecipient(1, "letters", lease)
    if (!taken) throw new Error("nobody was taken")
    await renewLeases([taken.id], lease)
    expect(await beginHandover(taken, "letters", lease)).toBe(true)
    await noteSent(taken, lease)
    const other = await takeRecipient(1, "letters", lease)
    if (other) await putOff(other, lease, 60, { failure: null, counts: true })
    await expireLeases()
    await finishLetters()
    expect(await msToNextLetter()).toBe(0)
    expect((await letterProgress(1))?.total).toBe(PEOPLE)
  })
  const problems: string[] = []
  for (const statement of statements) {
    if (MEANT.test(statement.text)) continue
    for (const problem of await findPlanProblems(statement, large))
      problems.push(`${problem}: ${statement.text}`)
  }
  expect(problems).toEqual([])
  expect(statements.length).toBeGreaterThan(10)
})
