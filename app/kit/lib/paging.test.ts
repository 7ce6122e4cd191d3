import { expect, test } from "vitest"
import { toPage } from "./paging.ts"

test.each([
  ["nothing", [], [], null],
  ["less than a page", [1, 2], [1, 2], null],
  ["exactly a page", [1, 2, 3], [1, 2, 3], null],
  ["one more than a page", [1, 2, 3, 4], [1, 2, 3], "/episodes?page=2"],
])("%s", (_name, rows, items, next) => {
  expect(toPage(rows, 3, 1, new URL("https://cko.test/episodes"))).toEqual({ items, next })
})

test("the next page keeps the address's other parameters", () => {
  const url = new URL("https://cko.test/episodes?q=Kéza+%26+moi&page=2")
  expect(toPage([1, 2], 1, 2, url).next).toBe("/episodes?q=K%C3%A9za+%26+moi&page=3")
})
