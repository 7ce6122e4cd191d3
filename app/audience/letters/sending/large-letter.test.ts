import { randomUUID } from "node:crypto"
import { beforeAll, expect, test, vi } from "vitest"
import { openOwnDatabase } from "#test/database.ts"
import { createLetter } from "#test/letters.ts"
import { findPlanProblems, largeTables, recordStatements, runAll } from "#test/plans.ts"
import { addressLetters, findSentLetters } from "./begin-letters.server.ts"
import { finishLetters } from "./ending.server.ts"
import { msToNextLetter } from "./letters-waiting.server.ts"
import { letterProgress } from "./progress.server.ts"
import { beginHandover, nextRecipient, noteInterrupted, noteSent, putOff } from "./recipients.server.ts"

vi.setConfig({ hookTimeout: 300_000 })
/** One more than a statement addresses. */
const PEOPLE = 50_001
const sender = randomUUID()

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
    const [letter] = await findSentLetters()
    if (!letter) throw new Error("no letter is under way")
    const first = await nextRecipient(letter, sender)
    if (!first) throw new Error("nobody is next")
    expect(await beginHandover(first)).toBe(true)
    await noteSent(first)
    const second = await nextRecipient(letter, sender, [first.id])
    if (second) await putOff(second, 60, {}, true)
    await noteInterrupted(sender)
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

test("a letter to more people than a statement addresses is for each of them once", async () => {
  const { id } = await createLetter({ state: "sending", publishedAt: new Date(Date.now() + 60_000) })
  await addressLetters()
  expect((await letterProgress(id))?.total).toBe(PEOPLE)
})
