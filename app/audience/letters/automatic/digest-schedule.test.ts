import { describe, expect, test } from "vitest"
import { fillMarkdown, fillSubject } from "./automatic-text.ts"
import { type DigestRhythm, findDigest } from "./digest-schedule.ts"

const WEEKLY: DigestRhythm = { digest: "weekly", digestWeekday: "friday", digestDay: 1, digestHour: 9 }
const MONTHLY: DigestRhythm = { ...WEEKLY, digest: "monthly", digestHour: 0 }

describe("a digest", () => {
  test.each<[string, DigestRhythm, string, string, string, string]>([
    // 27 November 2026 is a Friday; Paris is an hour ahead of UTC then, and two in summer.
    [
      "at its minute",
      WEEKLY,
      "2026-11-27T08:00:00Z",
      "2026-W48",
      "2026-11-27T08:00:00Z",
      "2026-11-20T08:00:00Z",
    ],
    [
      "a minute before",
      WEEKLY,
      "2026-11-27T07:59:00Z",
      "2026-W47",
      "2026-11-20T08:00:00Z",
      "2026-11-13T08:00:00Z",
    ],
    ["in summer", WEEKLY, "2026-07-03T07:30:00Z", "2026-W27", "2026-07-03T07:00:00Z", "2026-06-26T07:00:00Z"],
    [
      "after clocks went back",
      WEEKLY,
      "2026-10-30T08:00:00Z",
      "2026-W44",
      "2026-10-30T08:00:00Z",
      "2026-10-23T07:00:00Z",
    ],
    [
      "in a week of the year before",
      WEEKLY,
      "2027-01-01T12:00:00Z",
      "2026-W53",
      "2027-01-01T08:00:00Z",
      "2026-12-25T08:00:00Z",
    ],
    [
      "of a Monday in the new year's first week",
      { ...WEEKLY, digestWeekday: "monday" },
      "2024-12-30T12:00:00Z",
      "2025-W01",
      "2024-12-30T08:00:00Z",
      "2024-12-23T08:00:00Z",
    ],
    [
      "of a Sunday",
      { ...WEEKLY, digestWeekday: "sunday" },
      "2026-11-29T12:00:00Z",
      "2026-W48",
      "2026-11-29T08:00:00Z",
      "2026-11-22T08:00:00Z",
    ],
    [
      "on the day that has 23 hours, at an hour that it lacks",
      { ...WEEKLY, digestWeekday: "sunday", digestHour: 2 },
      "2026-03-29T12:00:00Z",
      "2026-W13",
      "2026-03-29T01:00:00Z",
      "2026-03-22T01:00:00Z",
    ],
    [
      "on the day that has 25 hours",
      { ...WEEKLY, digestWeekday: "sunday", digestHour: 23 },
      "2026-10-25T22:30:00Z",
      "2026-W43",
      "2026-10-25T22:00:00Z",
      "2026-10-18T21:00:00Z",
    ],
    [
      "of a month",
      MONTHLY,
      "2026-11-02T10:00:00Z",
      "2026-11",
      "2026-10-31T23:00:00Z",
      "2026-09-30T22:00:00Z",
    ],
    [
      "of a month, the day before",
      MONTHLY,
      "2026-10-31T22:59:00Z",
      "2026-10",
      "2026-09-30T22:00:00Z",
      "2026-08-31T22:00:00Z",
    ],
    [
      "of February",
      { ...MONTHLY, digestDay: 28 },
      "2026-03-01T10:00:00Z",
      "2026-02",
      "2026-02-27T23:00:00Z",
      "2026-01-27T23:00:00Z",
    ],
  ])("47.2 %s is known by its time", (_when, rhythm, latest, key, at, since) => {
    expect(findDigest(rhythm, new Date(latest))).toEqual({ key, at: new Date(at), since: new Date(since) })
  })

  test("that is switched off is none", () => {
    expect(findDigest({ ...WEEKLY, digest: "off" }, new Date())).toBeUndefined()
  })
})

describe("the words of an automatic letter", () => {
  const values = { titre: "L’*été* <b>", invité: "", podcast: "CKO" }

  test("have their places filled, and no others", () => {
    expect(fillSubject("{podcast} : {Titre} {invité}{inconnu} {constructor}", values)).toBe(
      "CKO\u00a0: L’*été* <b> {inconnu} {constructor}",
    )
    expect(fillMarkdown("**{podcast}**\n\n{titre}\n", values)).toBe("**CKO**\n\nL’\\*été\\* \\<b\\>")
  })

  test("are never longer than a subject may be, nor on two lines", () => {
    const filled = fillSubject("{titre}\r\nBcc: x", { titre: "🎤".repeat(500) })
    expect([...filled]).toHaveLength(200)
    expect(fillSubject("a\r\nb", {})).toBe("a b")
  })

  test("are filled once: what an episode is called is no template", () => {
    expect(fillSubject("{titre}", { titre: "{podcast}", podcast: "CKO" })).toBe("{podcast}")
  })
})
