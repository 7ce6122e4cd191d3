import { Hono } from "hono"
import { expect, test } from "vitest"
import { refuseForeignWrites } from "./write-guard.ts"

const SITE = "https://cko.test"
const app = new Hono()
app.use(refuseForeignWrites(SITE))
app.all("*", (c) => c.text("taken"))

const write = (path: string, init: RequestInit) => app.request(SITE + path, { method: "POST", ...init })

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
])("a write that says %o is answered with %i", async (headers, status) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const response = await write("/auth", { method, headers })
    expect([method, response.status]).toEqual([method, status])
  }
  expect((await app.request(`${SITE}/auth`, { headers })).status).toBe(200)
})

test("a write from elsewhere is refused in French", async () => {
  const response = await write("/auth", { headers: { Origin: "https://evil.example" } })
  expect(await response.text()).toMatch(/^Cette demande vient d’un autre site.: elle est refusée\.$/)
})
