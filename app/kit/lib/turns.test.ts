import { expect, test } from "vitest"
import { createTurns, TooManyWaitError } from "./turns.ts"

test("so many run at once, the others in the order in which they came, whatever fails", async () => {
  const inTurn = createTurns(2, 10)
  const ends: (() => void)[] = []
  const began: number[] = []
  const asked = Array.from({ length: 5 }, (_, n) =>
    inTurn(async () => {
      began.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (n === 1) throw new Error("failed")
      return n
    }),
  )
  const results = Promise.allSettled(asked)
  for (let n = 0; n < 5; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    expect(began).toEqual([0, 1, 2, 3, 4].slice(0, n + 2))
    ends[n]?.()
  }
  expect((await results).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ])
})

test("who would wait behind too many is told so at once", async () => {
  const inTurn = createTurns(1, 1)
  let end = () => {}
  const first = inTurn(() => new Promise<void>((resolve) => (end = resolve)))
  const second = inTurn(async () => "second")
  await expect(inTurn(async () => "third")).rejects.toThrow(TooManyWaitError)
  end()
  await first
  expect(await second).toBe("second")
  expect(await inTurn(async () => "later")).toBe("later")
})
