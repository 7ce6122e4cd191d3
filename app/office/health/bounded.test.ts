import { expect, test } from "vitest"
import { takeLoggedErrors } from "#test/setup.ts"
import { bounded } from "./bounded.server.ts"

const LONG_MS = 600_000

test("what is done in time comes back", async () => {
  expect(await bounded("done", async () => 7, LONG_MS)).toEqual({ outcome: "done", value: 7 })
})

test("what hangs is late, and is not begun a second time", async () => {
  const hanging = Promise.withResolvers<string>()
  let begun = 0
  const work = () => {
    begun += 1
    return hanging.promise
  }
  expect(await bounded("hangs", work, 1)).toEqual({ outcome: "late" })
  expect(await bounded("hangs", work, 1)).toEqual({ outcome: "late" })
  expect(begun).toBe(1)
  const waiting = bounded("hangs", work, LONG_MS)
  hanging.resolve("at last")
  expect(await waiting).toEqual({ outcome: "done", value: "at last" })
  expect(await bounded("hangs", async () => "anew", LONG_MS)).toEqual({ outcome: "done", value: "anew" })
})

test("what fails says so, at once or late", async () => {
  const failing = () => Promise.reject(new Error("broken"))
  expect(await bounded("fails", failing, LONG_MS)).toEqual({ outcome: "failed" })
  expect(takeLoggedErrors()).toHaveLength(1)
  const hanging = Promise.withResolvers<never>()
  expect(await bounded("fails late", () => hanging.promise, 1)).toEqual({ outcome: "late" })
  hanging.reject(new Error("nobody hears it"))
})

test("what throws before it begins is a failure, too", async () => {
  const throwing = () => {
    throw new Error("broken")
  }
  expect(await bounded("throws", throwing, LONG_MS)).toEqual({ outcome: "failed" })
  expect(takeLoggedErrors()).toHaveLength(1)
})
