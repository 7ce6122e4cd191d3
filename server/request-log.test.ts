import { pino } from "pino"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { log } from "#app/kit/lib/log.server.ts"
import { send } from "#test/app.ts"
import { openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"

const ERROR = 50
const INFO = 30
let lines: Record<string, unknown>[] = []

beforeAll(openTestDatabase)
beforeAll(() => {
  // A level set anew gives back the real methods, which the set-up of all tests replaced.
  log.level = "info"
  Reflect.set(log, pino.symbols.streamSym, { write: (line: string) => lines.push(JSON.parse(line)) })
})
beforeEach(() => {
  lines = []
})

test("26.2 each request is one line, under the id its response carries", async () => {
  const response = await send("/blog", {
    headers: { "User-Agent": "Navigateur", "X-Forwarded-For": "1.2.3.4" },
  })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    level: INFO,
    requestId: response.headers.get("x-request-id"),
    method: "GET",
    path: "/blog",
    status: 200,
    queries: 1,
  })
  expect(lines[0]?.ms).toEqual(expect.any(Number))
  expect(JSON.stringify(lines)).not.toMatch(/Navigateur|1\.2\.3\.4/)
})

test("what a person searched for is not written down", async () => {
  await send("/episodes?q=secret")
  expect(lines).toHaveLength(1)
  expect(lines[0]?.path).toBe("/episodes")
  expect(JSON.stringify(lines)).not.toContain("secret")
})

test("what lets in whoever has it is not written down", async () => {
  for (const path of ["/preview/secret", "/soutiens/1-secret.xml", "/soutiens/paiements/secret"])
    await send(path)
  expect(lines.map(({ path }) => path)).toEqual(["/preview/…", "/soutiens/…", "/soutiens/…"])
  expect(JSON.stringify(lines)).not.toContain("secret")
})

test("not even where the search fails", async () => {
  await withoutTable("episodes", () => send("/episodes?q=secret"))
  expect(lines.filter(({ level }) => level === ERROR)).toHaveLength(2)
  expect(JSON.stringify(lines)).not.toContain("secret")
})

test("22.1 an unexpected error is logged once, under the id of its request", async () => {
  await createEpisode()
  const response = await withoutTable("episodes", () => send("/episodes/1"))
  expect(response.status).toBe(500)
  const errors = lines.filter(({ level }) => level === ERROR)
  expect(errors.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 2 }, () => response.headers.get("x-request-id")),
  )
  const [failure, request] = errors
  expect(failure).toMatchObject({
    msg: "request failed",
    err: { stack: expect.stringContaining("episodes") },
  })
  expect(request).toMatchObject({ path: "/episodes/1", status: 500 })
})

test("requests that run at the same time do not mix", async () => {
  const paths = ["/", "/about", "/episodes", "/news", "/rien"]
  const responses = await Promise.all(paths.map((path) => send(path)))
  for (const [index, path] of paths.entries()) {
    expect(lines.find((line) => line.path === path)?.requestId).toBe(
      responses[index]?.headers.get("x-request-id"),
    )
  }
})
