import { expect, test } from "vitest"
import { ArgumentError, readArguments } from "./arguments.ts"

const databaseUrl = "postgres://cko:cko@localhost:5432/cko"

test.each([
  [[], {}, { isDevelopment: false, workers: undefined }],
  [["--dev"], {}, { isDevelopment: true, workers: undefined }],
  [["--workers", "2"], { databaseUrl }, { isDevelopment: false, workers: 2 }],
  [["--workers=64"], { databaseUrl }, { isDevelopment: false, workers: 64 }],
  [["--workers", "1"], { databaseUrl }, { isDevelopment: false, workers: 1 }],
  // One process is what it is anyway.
  [["--workers", "1"], {}, { isDevelopment: false, workers: undefined }],
])("%j on %j is %j", (args, env, options) => {
  expect(readArguments(args, env)).toEqual(options)
})

test.each(["0", "65", "1.5", "-1", "deux", "", " 2", "1e1"])("--workers=%s is refused in French", (count) => {
  expect(() => readArguments([`--workers=${count}`], { databaseUrl })).toThrow(
    new ArgumentError(`--workers attend un nombre entier de 1 à 64, pas « ${count} ».`),
  )
})

test.each([["--worker", "2"], ["deux"], ["--workers"], ["--workers", "--dev"], ["--dev=yes"]])(
  "%s %s is not understood, and the answer says what there is",
  (...args) => {
    const given = args.filter((arg) => typeof arg === "string")
    expect(() => readArguments(given, { databaseUrl })).toThrow(
      `Arguments non compris : ${given.join(" ")}. Il y a « --workers N » (N de 1 à 64) et « --dev ».`,
    )
  },
)

test("several processes need a database server, and development has one", () => {
  expect(() => readArguments(["--workers", "2"], {})).toThrow(/^La base embarquée .* DATABASE_URL/)
  expect(() => readArguments(["--workers", "2", "--dev"], { databaseUrl })).toThrow(/ne vont pas ensemble/)
})
