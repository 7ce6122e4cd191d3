import { expect, test } from "vitest"
import { EVERYTHING, readChoices, toChoices, writeChoices } from "./import-choices.ts"

const key = (n: number) => String(n).padStart(16, "0")
const all = Array.from({ length: 20_000 }, (_, n) => key(n))

test("choices come through as they were made", async () => {
  const chosen = {
    take: "none",
    except: new Set([key(1), key(2)]),
    separate: new Set([key(3)]),
    guests: new Map([
      [key(4), ""],
      [key(5), "Awa & l’« Été » 🎤 \u2028"],
      [key(6), "x".repeat(500)],
    ]),
  } as const
  const { guests, ...others } = await readChoices(writeChoices(chosen))
  expect(others).toEqual({ take: "none", except: chosen.except, separate: chosen.separate })
  expect([...guests.values()]).toEqual(["", "Awa & l’« Été » 🎤", "x".repeat(500)])
  expect(await readChoices(writeChoices(EVERYTHING))).toEqual(EVERYTHING)
  const { isTaken } = toChoices(chosen)
  expect([1, 3].map((n) => isTaken({ digest: `${key(n)}rest` }))).toEqual([true, false])
})

test("as many as may be hold nobody up", async () => {
  const text = writeChoices({
    ...EVERYTHING,
    except: new Set(all),
    guests: new Map(all.map((one) => [one, "Nom"])),
  })
  // Whose turn comes in between: time itself depends on who else is at work.
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  const { guests } = await readChoices(text)
  clearImmediate(next)
  expect(guests.size).toBe(20_000)
  expect(turns).toBeGreaterThan(20)
})
