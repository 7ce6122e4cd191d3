import { expect, test } from "vitest"
import { withoutAsked } from "./questions.ts"

test("what is asked for leaves an address, and the rest stays as it was", () => {
  const ticked = "&ids=1".repeat(100)
  expect(String(withoutAsked(`?q=a%26b&page=2${ticked}&action=delete&sort=title`))).toBe(
    "q=a%26b&page=2&sort=title",
  )
})

test("19.3 of an address 200 parameters are kept at most, since each of a page's dialogs repeats them", () => {
  const search = `?q=a&${Array.from({ length: 4_000 }, (_, n) => n.toString(36)).join("=&")}`
  expect(withoutAsked(search).size).toBe(200)
  expect(withoutAsked(search).get("q")).toBe("a")
})
