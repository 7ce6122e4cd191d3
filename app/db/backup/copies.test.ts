import { expect, test } from "vitest"
import { askedName, dailyName, findSurplus, isCopyName, isDaily } from "./copies.server.ts"

const at = new Date("2026-11-26T14:05:32.123Z")

test("31.5 a copy is named by its day, one that was asked for by its moment", () => {
  expect([dailyName(at), askedName(at)]).toEqual(["2026-11-26.cko.gz", "2026-11-26-140532.cko.gz"])
  expect([dailyName(at), askedName(at)].map(isDaily)).toEqual([true, false])
  expect([dailyName(at), askedName(at)].every(isCopyName)).toBe(true)
})

test.each([
  "",
  "mienne.cko.gz",
  "../2026-11-26.cko.gz",
  "2026-11-26.cko.gz\0",
  "2026-11-26.cko.gz\n",
  "2026-11-26.cko.gz/",
  "2026-11-26-1405.cko.gz",
  "2026-11-26.cko.gz.1a2b3c4d.partial",
])("%j is no copy's name", (name) => expect(isCopyName(name)).toBe(false))

const named = (...stems: string[]) => stems.map((stem) => `2026-11-${stem}.cko.gz`)

test.each<[string, string[], number, string[]]>([
  ["nothing while there are few", ["24", "25-080000", "26"], 2, []],
  ["the oldest day", ["24", "25", "26"], 2, ["24"]],
  ["what was asked for, with its day", ["24", "24-080000", "25", "25-080000", "26"], 2, ["24", "24-080000"]],
  [
    "of what was asked for the oldest, and no day",
    ["25", "26", "26-080000", "26-080100", "26-080200", "26-080300"],
    2,
    ["26-080000", "26-080100"],
  ],
  [
    "all but the newest, where no daily ones are made",
    ["01-080000", "09-080000", "26-080000"],
    2,
    ["01-080000"],
  ],
  ["what was asked for before the first day stays", ["23-080000", "24", "25"], 2, []],
])("what goes: %s", (_what, names, max, gone) => {
  expect(findSurplus(named(...names), max)).toEqual(named(...gone))
})
