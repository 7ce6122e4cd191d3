import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { databaseUrl, openTestDatabase } from "#test/database.ts"
import { serve } from "#test/serve.ts"
import { openPages } from "./pages.ts"

let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  const closeDatabase = await openTestDatabase()
  const pages = openPages({ publicUrl: PUBLIC_URL, databaseUrl })
  site = await serve(pages.listener)
  return async () => {
    await site.close()
    await pages.close()
    await closeDatabase()
  }
})

async function led(path: string) {
  const response = await fetch(site.url + path, { redirect: "manual" })
  await response.arrayBuffer()
  return [response.status, response.headers.get("location")]
}

test("30.1 a rule that somebody else writes holds in this process, also for a page that it keeps, until it is gone", async () => {
  expect(await led("/about")).toEqual([200, null])
  await db.insert(redirects).values({ source: "/about", target: "/contact" })
  await expect.poll(() => led("/about")).toEqual([301, "/contact"])
  // Pages drop parameters that they do not know; an address that leads on takes them along, each time anew.
  expect(await led("/about?a=1")).toEqual([301, "/contact?a=1"])
  expect(await led("/about/?a=2")).toEqual([301, "/contact?a=2"])
  expect((await led("/about.data"))[0]).toBe(202)
  await db.update(redirects).set({ target: null }).where(eq(redirects.source, "/about"))
  await expect.poll(() => led("/about")).toEqual([410, null])
  await db.delete(redirects)
  await expect.poll(() => led("/about")).toEqual([200, null])
})
