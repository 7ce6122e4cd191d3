import { expect, test } from "vitest"
import { lineForPeople } from "./log-lines.ts"

const line = (fields: object) =>
  lineForPeople(JSON.stringify({ time: Date.UTC(2026, 10, 25, 12), ...fields }))

test.each([
  ["a request that was answered", { level: 30, method: "GET", path: "/", status: 200 }, undefined],
  ["a detail", { level: 20, msg: "detail" }, undefined],
  ["something that happened", { level: 30, msg: "backup written" }, "  backup written\n"],
  ["a warning", { level: 40, msg: "mail not sent yet" }, "  attention  mail not sent yet\n"],
  [
    "a failure with its cause",
    { level: 50, msg: "not read", err: { message: "no\n  room", stack: "at x" } },
    "  erreur  not read : no room\n",
  ],
  [
    "a request that failed",
    { level: 50, method: "GET", path: "/a", status: 500 },
    "  erreur  GET /a : 500\n",
  ],
  ["the end", { level: 60, err: { message: "boom" } }, "  erreur grave  boom\n"],
])("at a terminal %s is one line, or none", (_, fields, expected) => {
  expect(line(fields)?.replace(/^\d\d:\d\d:\d\d/, "")).toBe(expected)
})
