import { describe, expect, test } from "vitest"
import { embeds } from "./definitions/embeds.server.ts"

describe("50.3 the sites that a host names", () => {
  test.each([
    ["", ""],
    ["exemple.fr\nblog.test", "exemple.fr\nblog.test"],
    ["https://www.Exemple.fr/une/page?x=1", "exemple.fr"],
    ["  exemple.fr \r\n\r\n exemple.fr ", "exemple.fr"],
    ["été.example", "xn--t-9fab.example"],
    ["localhost:4000 192.0.2.1", "localhost:4000\n192.0.2.1"],
    ["[2001:db8::1]", undefined],
    ["exemple.fr; script-src *", undefined],
    ["*", undefined],
    ["'unsafe-inline'", undefined],
    ["a_b", undefined],
    [Array.from({ length: 51 }, (_, index) => `a${index}.fr`).join("\n"), undefined],
    ["a".repeat(100_000), undefined],
  ])("are hosts, as a header can say them: %#", (typed, stored) => {
    const parse = (text: string | undefined) => embeds.sites.schema.safeParse(text).data
    expect(parse(typed)).toBe(stored)
    // As it is read again from where it is stored.
    expect(parse(stored)).toBe(stored)
  })
})
