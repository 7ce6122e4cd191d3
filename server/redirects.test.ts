import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { useServedSite } from "#test/served-site.ts"

const site = useServedSite()

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
