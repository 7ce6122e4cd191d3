import { expect, test } from "vitest"
import { ArgumentError, readArguments } from "./arguments.ts"

test.each([
  [[], { isDevelopment: false, workers: undefined }],
  [["--dev"], { isDevelopment: true, workers: undefined }],
  [["--workers", "2"], { isDevelopment: false, workers: 2 }],
  [["--workers=64"], { isDevelopment: false, workers: 64 }],
  [["--workers", "1"], { isDevelopment: false, workers: 1 }],
])("%j is %j", (args, options) => {
  expect(readArguments(args)).toEqual(options)
})

test.each(["0", "65", "1.5", "-1", "deux", "", " 2", "1e1"])(
  "27.1 --workers=%s is refused in French",
  (count) => {
    expect(() => readArguments([`--workers=${count}`])).toThrow(
      new ArgumentError(`--workers attend un nombre entier de 1 à 64, pas « ${count} ».`),
    )
  },
)

test.each([["--worker", "2"], ["deux"], ["--workers"], ["--workers", "--dev"], ["--dev=yes"]])(
  "%s %s is not understood, and the answer says what there is",
  (...args) => {
    const given = args.filter((arg) => typeof arg === "string")
    expect(() => readArguments(given)).toThrow(
      `Arguments non compris : ${given.join(" ")}. Il y a « --workers N » (N de 1 à 64) et « --dev ».`,
    )
  },
)

test("development has one process", () => {
  expect(() => readArguments(["--workers", "2", "--dev"])).toThrow(/ne vont pas ensemble/)
})
