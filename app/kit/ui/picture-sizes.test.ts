import { expect, test } from "vitest"
import { cardSizes, stretched } from "./picture-sizes.ts"

test.each([
  [{}, "92vw"],
  [{ md: 3 }, "(width < 48rem) 92vw, min(29.5vw, 25rem)"],
  [{ sm: 2, xl: 4 }, "(width < 40rem) 92vw, (width < 80rem) 45vw, min(21.6vw, 18.5rem)"],
  [
    { sm: 2, lg: 3, xl: 4 },
    "(width < 40rem) 92vw, (width < 64rem) 45vw, (width < 80rem) min(29.5vw, 25rem), min(21.6vw, 18.5rem)",
  ],
] as const)("a card in %j is as wide as its column", (columns, sizes) => {
  expect(cardSizes(columns)).toBe(sizes)
})

test.each([
  ["7rem", 1, "7rem"],
  ["7rem", 0.5, "7rem"],
  ["7rem", 1.5, "calc(1.5 * 7rem)"],
  [cardSizes({ md: 3 }), 4 / 3, "(width < 48rem) calc(1.33 * 92vw), calc(1.33 * min(29.5vw, 25rem))"],
  ["(width < 48rem) 45vw, 30vw", 2, "(width < 48rem) calc(2 * 45vw), calc(2 * 30vw)"],
])("%s of a picture %d times as wide as its frame is %s", (sizes, stretch, expected) => {
  expect(stretched(sizes, stretch)).toBe(expected)
})
