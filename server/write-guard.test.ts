import { Hono } from "hono"
import { describe, expect, test } from "vitest"
import { limitBodies, refuseForeignWrites } from "./write-guard.ts"

const SITE = "https://cko.test"
const app = new Hono()
app.use(refuseForeignWrites(SITE), limitBodies())
app.all("*", async (c) => c.text(`${(await c.req.arrayBuffer()).byteLength}`))

const write = (path: string, init: RequestInit) => app.request(SITE + path, { method: "POST", ...init })

describe("a write", () => {
  test.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ "Sec-Fetch-Site": "same-origin" }, 200],
    [{ "Sec-Fetch-Site": "same-origin", Origin: SITE }, 200],
    [{ "Sec-Fetch-Site": "same-origin", Origin: "null" }, 200],
    [{ Origin: SITE }, 200],
    [{ Origin: "http://127.0.0.1:3000", Host: "127.0.0.1:3000" }, 200],
    [{ Origin: "http://127.0.0.1:3001", Host: "127.0.0.1:3000" }, 403],
    [{ Origin: "null" }, 403],
    [{ Origin: "" }, 403],
    [{ Origin: "abc" }, 403],
    [{ Origin: "http://cko.test" }, 403],
    [{ Origin: "https://cko.test.evil.example" }, 403],
    [{ Origin: "https://evil.example" }, 403],
    [{ Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" }, 403],
    [{ Origin: SITE, "Sec-Fetch-Site": "cross-site" }, 403],
    [{ "Sec-Fetch-Site": "same-site" }, 403],
    [{ "Sec-Fetch-Site": "none" }, 403],
    [{ "Sec-Fetch-Site": "" }, 403],
  ])("that says %o is answered with %i", async (headers, status) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await write("/auth", { method, headers })
      expect([method, response.status]).toEqual([method, status])
    }
    expect((await app.request(`${SITE}/auth`, { headers })).status).toBe(200)
  })

  test("from elsewhere is refused in French", async () => {
    const response = await write("/auth", { headers: { Origin: "https://evil.example" } })
    expect(await response.text()).toMatch(/^Cette demande vient d’un autre site.: elle est refusée\.$/)
  })
})

describe("a body", () => {
  const VISITORS = 1_000_000
  const ADMINS = 20_000_000
  const paths = [
    ["/", VISITORS],
    ["/auth", VISITORS],
    ["/auth/forgot-password", VISITORS],
    ["/episodes/1", VISITORS],
    ["/administration", VISITORS],
    ["/admin/episodes", ADMINS],
    ["/admin/episodes.data", ADMINS],
    ["/admin/settings", ADMINS],
    // The episodes' form is here, too.
    ["/admin", ADMINS],
    ["/admin?index", ADMINS],
    ["/admin.data?index", ADMINS],
  ] as const

  test.each(paths)("for %s may have %i bytes, not one more", async (path, most) => {
    const taken = await write(path, { body: new Uint8Array(most) })
    expect([taken.status, await taken.text()]).toEqual([200, String(most)])
    const refused = await write(path, { body: new Uint8Array(most + 1) })
    expect([refused.status, await refused.text()]).toEqual([413, "Cet envoi est trop volumineux."])
  })

  test("that does not say how long it is stops there, too", async () => {
    const refused = await write("/auth", streamed(VISITORS + 1))
    expect(refused.status).toBe(413)
    const taken = await write("/auth", streamed(VISITORS))
    expect([taken.status, await taken.text()]).toEqual([200, String(VISITORS)])
  })

  test("that says it is shorter than it is stops there, too", async () => {
    const lying = {
      ...streamed(VISITORS + 1),
      headers: { "Content-Length": "10", "Transfer-Encoding": "chunked" },
    }
    expect((await write("/auth", lying)).status).toBe(413)
  })

  test.each(["/admin/import/stream", "/admin/import/stream.data"])(
    "for %s is left to the importer",
    async (path) => {
      const taken = await write(path, { body: new Uint8Array(ADMINS + 1) })
      expect([taken.status, await taken.text()]).toEqual([200, String(ADMINS + 1)])
    },
  )
})

/** A body of which only the end says how long it is. */
function streamed(length: number) {
  let left = length
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const size = Math.min(left, 65_536)
      left -= size
      if (size > 0) controller.enqueue(new Uint8Array(size))
      else controller.close()
    },
  })
  return { body, duplex: "half" } as RequestInit
}
