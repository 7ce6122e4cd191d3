import { Hono } from "hono"
import { expect, test, vi } from "vitest"
import { log } from "#app/kit/lib/log.server.ts"
import { clientAddress, networkOf, tellOfProxy } from "./client-address.ts"

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:51234", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:443", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::ffff", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::1]:51234", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["", undefined],
  ["unknown", undefined],
  ["_hidden", undefined],
  ["203.0.113", undefined],
  ["203.0.113.999", undefined],
  ["0x7f.1", undefined],
  ["3405803785", undefined],
  ["2001:db8::/32", undefined],
  ["[".repeat(10_000), undefined],
  [`${"1.".repeat(50_000)}:1`, undefined],
])("21 the network of %.40j is %j", (address, network) => expect(networkOf(address)).toBe(network))

test("the visitor's network is the one that our own proxies saw", async () => {
  const app = new Hono().get("/", (c) => c.text(clientAddress(c, Number(c.req.query("proxies")))))
  const networkBehind = async (proxies: number, forwarded: string) =>
    (await app.request(`/?proxies=${proxies}`, { headers: { "X-Forwarded-For": forwarded } })).text()
  expect(await networkBehind(1, "192.0.2.1, 2001:db8:1:2::1")).toBe("2001:db8:1:2::/64")
  expect(await networkBehind(2, "192.0.2.1, 192.0.2.2")).toBe("192.0.2.1")
  expect(await networkBehind(0, "192.0.2.1")).toBe("unknown")
})

test.each([
  [0, 1],
  [1, 0],
])("with %i proxies told of, the log names another one %i times", async (trustedProxies, times) => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {})
  const app = new Hono().use(tellOfProxy(trustedProxies)).get("/", (c) => c.text("page"))
  await app.request("/")
  for (let n = 0; n < 3; n += 1) await app.request("/", { headers: { "X-Forwarded-For": "192.0.2.1" } })
  expect(warn).toHaveBeenCalledTimes(times)
  warn.mockRestore()
})
