import { RouterContextProvider } from "react-router"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { emptyDatabase, openTestDatabase } from "../../../test/database.ts"
import { item, rss } from "./feed-fixtures.ts"
import type { ImportMessage } from "./feeds.schema.ts"
import { action } from "./import-stream.route.ts"

beforeAll(openTestDatabase)
beforeEach(emptyDatabase)

async function post(search: string, body?: string, headers?: HeadersInit) {
  const url = new URL(`https://cko.test/admin/import/stream${search}`)
  const request = new Request(url, { method: "POST", body, headers })
  const response = await action({
    request,
    url,
    params: {},
    pattern: "/admin/import/stream",
    context: new RouterContextProvider(),
  })
  const lines = (await response.text()).trim().split("\n")
  return JSON.parse(lines.at(-1) ?? "") as ImportMessage
}

test("the body is previewed, then imported with the preview's digest", async () => {
  const feed = rss(item())
  const last = await post("?mode=preview", feed)
  expect(last).toMatchObject({ preview: { created: 1 } })
  const digest = "preview" in last ? last.preview.digest : ""
  expect(await post("?mode=run&digest=autre", feed)).toMatchObject({ changed: true })
  expect(await post("?mode=run", feed)).toMatchObject({ changed: true })
  expect(await db.$count(episodes)).toBe(0)
  expect(await post(`?mode=run&digest=${digest}`, feed)).toMatchObject({ report: { created: 1 } })
  await db.delete(episodes)
  expect(await post(`?mode=run&digest=${digest}&with-deleted=`, feed)).toMatchObject({
    report: { created: 1 },
  })
})

test("whatever else is asked for is a preview", async () => {
  expect(await post("", rss(item()))).toMatchObject({ preview: { created: 1 } })
  expect(await post("?mode=delete", rss(item()))).toMatchObject({ preview: { created: 1 } })
})

test("an address wins over the body, and no private one is read", async () => {
  for (const url of [
    "http://127.0.0.1:8080/",
    "http://localhost/",
    "http://169.254.169.254/latest/meta-data",
  ]) {
    expect(await post(`?url=${encodeURIComponent(url)}`, rss(item()))).toEqual({
      error: expect.stringContaining("réseau privé"),
    })
  }
})

test("an announced giant is refused, odd lengths are not believed", async () => {
  expect(await post("", "x", { "Content-Length": "100000001" })).toEqual({
    error: expect.stringContaining("100 Mo"),
  })
  expect(await post("", rss(item()), { "Content-Length": "beaucoup" })).toMatchObject({
    preview: { created: 1 },
  })
  expect(await post("")).toEqual({ error: "Le fichier est vide." })
})
