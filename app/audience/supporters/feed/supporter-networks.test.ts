import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { send } from "#test/app.ts"
import { setSettings } from "#test/site-settings.ts"
import { feedKeyOf } from "./supporter-keys.server.ts"
import { forgetOldNetworks, noteNetwork } from "./supporter-networks.server.ts"

const office = openOffice()
let awa = { id: 0, feedNumber: 0 }
beforeEach(async () => {
  const [made] = await db.insert(supporters).values({ email: "awa@cko.test" }).returning()
  if (!made) throw new Error("the row was not inserted")
  awa = made
})

const DAY_MS = 86_400_000
const from = async (count: number, now?: Date) => {
  for (let n = 0; n < count; n += 1) await noteNetwork(awa.id, `192.0.2.${n}`, now)
}

test("57.5 a feed that is asked for from a network counts once a day, without an address", async () => {
  const path = `/soutiens/${await feedKeyOf(awa)}.xml`
  for (const _time of [1, 2]) expect((await send(path)).status).toBe(200)
  const rows = await storedRows("supporter_networks")
  expect(rows).toHaveLength(1)
  expect(rows[0]?.network).toMatch(/^[\w-]{22}$/)
  // Tomorrow nobody can tell that it is the same one.
  await from(1)
  await from(1, new Date(Date.now() + DAY_MS))
  const digests = (await storedRows("supporter_networks")).map(({ network }) => network)
  expect(new Set(digests).size).toBe(digests.length)
})

test("57.5 more networks a day than hosts find usual are shown to them, and cut nothing off", async () => {
  await setSettings("support", { maxNetworks: 3 })
  await from(3)
  expect((await office.see("/admin/supporters?etat=reseaux")).text).not.toContain("awa@cko.test")
  await from(4)
  const list = await office.see("/admin/supporters?etat=reseaux")
  expect(list.text).toContain("awa@cko.test")
  expect(list.text).toContain("4 réseaux en un jour")
  expect((await send(`/soutiens/${await feedKeyOf(awa)}.xml`)).status).toBe(200)
})

test("57.5 of one that is everywhere a hundred are written, and none for longer than a week", async () => {
  await from(103)
  expect(await storedRows("supporter_networks")).toHaveLength(100)
  await from(2, new Date(Date.now() - 8 * DAY_MS))
  await forgetOldNetworks()
  expect(await storedRows("supporter_networks")).toHaveLength(100)
})
