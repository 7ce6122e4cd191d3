import { expect, test } from "vitest"
import { normalizeFeedAddress } from "./feed-address.ts"

test.each([
  ["https://nuit.example/flux.xml", "https://nuit.example/flux.xml"],
  ["  HTTPS://Nuit.Example:443/Flux.xml?a=B#fin ", "https://nuit.example/Flux.xml?a=B"],
  ["http://nuit.example", "http://nuit.example/"],
  ["http://nuit.example/a/../é", "http://nuit.example/%C3%A9"],
  ["https://été.example/", "https://xn--t-9fab.example/"],
])("%j is remembered as %s", (address, url) => {
  expect(normalizeFeedAddress(address)).toBe(url)
})

test.each(["", "flux.xml", "ftp://nuit.example/", "https://", "javascript:alert(1)", "/etc/passwd"])(
  "%j is no address",
  (address) => {
    expect(normalizeFeedAddress(address)).toBeUndefined()
  },
)

test("an address too long for an index is not remembered", () => {
  const start = "https://nuit.example/"
  expect(normalizeFeedAddress(start + "a".repeat(2_000 - start.length))).toBeDefined()
  expect(normalizeFeedAddress(start + "a".repeat(2_001 - start.length))).toBeUndefined()
  expect(normalizeFeedAddress(start + "é".repeat(400))).toBeUndefined()
})
