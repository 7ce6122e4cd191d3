import { expect, test } from "vitest"
import { pageNumbers } from "./page-numbers.ts"

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 5, [1, 2, null, 5]],
  [2, 4, [1, 2, 3, 4]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [200, 400, [1, null, 199, 200, 201, null, 400]],
  [400, 400, [1, null, 399, 400]],
])("page %i of %i", (page, pageCount, numbers) => {
  expect(pageNumbers(page, pageCount)).toEqual(numbers)
})
