import { hostname } from "node:os"
import { Hono } from "hono"
import { expect, test, vi } from "vitest"
import { log } from "#app/kit/lib/log.server.ts"
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
  [{ Origin: "http://cko.test", Host: "cko.test" }, 200],
  [{ Origin: "http://localhost:3000", Host: "localhost:3000" }, 200],
  [{ Origin: "http://app.localhost:3000", Host: "app.localhost:3000" }, 200],
  [{ Origin: "http://192.168.1.20:3000", Host: "192.168.1.20:3000" }, 200],
  [{ Origin: "http://[fd00::1]:3000", Host: "[fd00::1]:3000" }, 200],
  [{ Origin: `http://${hostname().toLowerCase()}:3000`, Host: `${hostname().toLowerCase()}:3000` }, 200],
  [{ Origin: `http://${hostname().toLowerCase()}.local`, Host: `${hostname().toLowerCase()}.local` }, 200],
  // A proxy that hides the host.
  [{ Origin: SITE, Host: "app:3000" }, 200],
  // Another's name that was made to lead here.
  [{ Origin: "http://evil.example:3000", Host: "evil.example:3000" }, 403],
  [{ Origin: "http://127.0.0.1.evil.example", Host: "127.0.0.1.evil.example" }, 403],
  [{ Origin: "http://localhost.evil.example", Host: "localhost.evil.example" }, 403],
  [{ Origin: "null", "Sec-Fetch-Site": "same-origin", Host: "evil.example" }, 403],
  [{ Host: "evil.example" }, 403],
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

test("19.3 a write from elsewhere is refused in French", async () => {
  const response = await write("/auth", { headers: { Origin: "https://evil.example" } })
  expect(await response.text()).toMatch(/^Cette demande vient d’un autre site.: elle est refusée\.$/)
})

test("a write under a name that is not the site's says to set PUBLIC_URL, and the log does so once", async () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {})
  const fresh = new Hono()
  fresh.use(refuseForeignWrites("http://localhost:3000"))
  fresh.all("*", (c) => c.text("taken"))
  const headers = { Origin: "http://evil.example:3000", Host: "evil.example:3000" }
  for (const path of ["/auth", "/contact"]) {
    const response = await fresh.request(path, { method: "POST", headers })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining("PUBLIC_URL")])
  }
  expect(warn.mock.calls).toEqual([[{ host: "evil.example:3000" }, expect.stringContaining("PUBLIC_URL")]])
  warn.mockRestore()
})

test("what no browser sends through a proxy that hides the host is taken, such as a mail program's click", async () => {
  const proxied = new Hono()
  proxied.use(refuseForeignWrites(SITE, 1))
  proxied.all("*", (c) => c.text("taken"))
  const post = async (headers: Record<string, string>) =>
    (await proxied.request("/newsletter/unsubscribe", { method: "POST", headers })).status
  expect(await post({ Host: "app:3000" })).toBe(200)
  expect(await post({ Host: "app:3000", Origin: "http://app:3000" })).toBe(403)
})
