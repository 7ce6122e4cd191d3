import { beforeEach, describe, expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { PASSWORD, sendForm } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { COMMENT, sendVisitorForm } from "#test/visitors.ts"
import type { SiteSettings } from "../settings/definitions.server.ts"

useDatabase()
beforeEach(() => createEpisode())

const ADDRESS = "203.0.113.9"
const MESSAGE = { name: "Awa", subject: "Bonjour", message: "Un message assez long." }

/** By setting, what one visitor sends for the n-th time. */
const SENDING: Partial<Record<keyof SiteSettings["rules"], (n: number) => Promise<Response>>> = {
  commentsPerHour: (n) =>
    sendVisitorForm("/episodes/1", { ...COMMENT, content: `Un commentaire de plus, le n° ${n}` }, ADDRESS),
  messagesPerHour: (n) => sendVisitorForm("/contact", { ...MESSAGE, email: `a${n}@cko.test` }, ADDRESS),
  subscriptionsPerHour: (n) => sendVisitorForm("/newsletter", { email: `a${n}@cko.test` }, ADDRESS),
  likesPerHour: (n) =>
    sendForm(
      "/episodes/1/like",
      { session: `session_1772611200000_abc${n}`, intent: "like" },
      { "X-Forwarded-For": ADDRESS },
    ),
  signUpsPerHour: (n) =>
    sendForm(
      "/auth?onglet=inscription",
      { email: `p${n}@cko.test`, password: PASSWORD, confirmation: PASSWORD },
      { "X-Forwarded-For": ADDRESS },
    ),
}

describe("how often one visitor may send something", () => {
  test.each(Object.entries(SENDING))("36.2 is what hosts set, at once: %s", async (setting, sendOne) => {
    await setSettings("rules", { [setting]: 2 })
    for (const n of [1, 2]) expect((await sendOne(n)).status).toBeLessThan(400)
    const refused = await sendOne(3)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    await setSettings("rules", { [setting]: 20 })
    expect((await sendOne(4)).status).toBeLessThan(400)
  })
})
