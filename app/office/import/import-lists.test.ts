import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { workOffImports as workOffLists } from "#app/audience/newsletter/import/work-off-imports.server.ts"
import { db } from "#app/db/client.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { ALL, sendExports, sendExportsOf, workOff, wxr } from "#test/site-imports.ts"
import { zipOf } from "#test/zip-file.ts"
import { findImport, forgetOldImports, readTablesAnew, startImport, undoImport } from "./imports.server.ts"
import { recogniseFiles } from "./recognise-export.ts"
import { workOffImports } from "./work-off-imports.server.ts"

useDatabase()
useDataFolder()
let userId = ""
let cookie = ""
beforeEach(async () => {
  cookie = await signInAsNew("admin")
  userId = String((await storedRows("users"))[0]?.id)
})

const SITE = wxr([{ id: 1 }, { id: 2 }])
const MEMBERS = `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
1,awa@a.example,Awa,,true,false,cus_1,2026-01-01T00:00:00.000Z,,vip,
2,lea@a.example,Léa,,false,false,,2026-01-01T00:00:00.000Z,,,
3,AWA@a.example,Awa,,true,false,,2026-01-01T00:00:00.000Z,,,
4,nobody,Nour,,true,false,,2026-01-01T00:00:00.000Z,,,`
const SIX_THOUSAND = `email\n${Array.from({ length: 6_000 }, (_, n) => `p${n}@a.example`).join("\n")}`
const lists = () => storedRows("subscriber_imports")
const waiting = () => storedRows("subscriber_import_rows")
const pathOf = (id: number) => `/admin/import/${id}`
const START = {
  ...{ intent: "start", origin: "Ancien site", agreedOn: "2024-05-01", mode: "confirmed" },
  ...{ isAttested: "on", isRemembered: "on" },
}

describe("51.10 people come with a site", () => {
  test("as one list, which waits for what hosts say under Abonnés: the import adds nobody", async () => {
    const id = await sendExports(userId, SITE, MEMBERS, "email\nzoe@a.example\nlea@a.example")
    await workOff()
    expect(await findImport(id)).toMatchObject({
      ...{ state: "read", isListOnly: false, findings: { texts: { post: { count: 2 } }, losses: [] } },
      list: { id: 1, state: "read", rows: 6, people: 3 },
    })
    const page = (await visitAs(cookie, pathOf(id))).get("main")
    expect(page.text).toContain("Une liste de 3 personnes attend")
    expect(page.text).toContain("6 lignes lues")
    const [link] = page.all("a").filter(({ text }) => text === "Choisir ce qu’elle devient")
    expect(link?.attributes.href).toBe("/admin/newsletter/import?id=1")
    await startImport(id, ALL)
    await workOff()
    await workOffLists()
    expect(await storedRows("blog_posts")).toHaveLength(2)
    expect(await storedRows("newsletter_subscribers")).toEqual([])
    expect((await waiting()).map(({ email }) => email).sort()).toEqual([
      ...["awa@a.example", "lea@a.example", "zoe@a.example"],
    ])
    expect((await visitAs(cookie, pathOf(id))).text).toContain("Une liste de 3 personnes attend")
  })

  test("and its page leads back to what waits beside it, names what of members stays behind, and decides", async () => {
    const id = await sendExports(userId, SITE, MEMBERS)
    await workOff()
    const before = (await visitAs(cookie, "/admin/newsletter/import?id=1")).get("main")
    expect(before.all("a").map(({ attributes }) => attributes.href)).toContain(pathOf(id))
    for (const column of ["note", "complimentary_plan", "stripe_customer_id", "labels", "tiers"])
      expect(before.text).toContain(`«\u00a0${column}\u00a0»`)
    await sendForm("/admin/newsletter/import?id=1", { ...START, id: "1" }, { cookie })
    await workOffLists()
    const people = await storedRows("newsletter_subscribers")
    expect(people.map(({ email, confirmed_at }) => [email, confirmed_at !== null])).toEqual(
      expect.arrayContaining([
        ["awa@a.example", true],
        ["lea@a.example", false],
      ]),
    )
    expect((await visitAs(cookie, pathOf(id))).get("main").text).toContain("Voir cette liste")
    await sendForm(pathOf(id), { intent: "discard", id: String(id) }, { cookie })
    expect([await storedRows("imports"), (await lists()).length]).toEqual([[], 1])
    expect(await storedRows("newsletter_subscribers")).toHaveLength(2)
  })

  test("also in the zips of Ghost, whose address the host says, and while tables are read in another way", async () => {
    const ghost = JSON.stringify({
      db: [
        {
          meta: { version: "5.1" },
          data: { posts: [{ id: "1", title: "Un", slug: "un", html: "<p>A</p>", status: "published" }] },
        },
      ],
    })
    const tables = "title,content,author_email\nDeux,Long,awa@a.example\n"
    const id = await sendExportsOf(
      userId,
      "https://ancien.example",
      zipOf({ "ghost.json": ghost, "members.2026.csv": MEMBERS, "articles.csv": tables }),
    )
    await workOff()
    const read = { state: "read", list: { rows: 4, people: 2, name: "members.2026.csv" } }
    expect(await findImport(id)).toMatchObject({ ...read, tables: [{ type: "post", rows: 1 }] })
    await readTablesAnew(id, (all) => all.map((table) => ({ ...table, type: "none" as const, columns: {} })))
    await workOff()
    expect(await findImport(id)).toMatchObject({ ...read, tables: [{ type: "none" }] })
    expect(await lists()).toHaveLength(1)
  })
})

describe("51.10 people alone", () => {
  test("lead straight to their list, and the import has nothing to begin or take back", async () => {
    const id = await sendExports(userId, MEMBERS)
    await workOff()
    expect(await findImport(id)).toMatchObject({ state: "done", isListOnly: true, mayUndo: false })
    const to = "/admin/newsletter/import?id=1"
    expect((await visitAs(cookie, pathOf(id))).headers.get("location")).toBe(to)
    expect((await visitAs(cookie, "/admin/import")).text).toContain("Attend votre accord")
    expect(await undoImport(id)).toBe(false)
    expect(await startImport(id, ALL)).toBe(false)
    await sendForm(to, { intent: "discard", id: "1" }, { cookie })
    const page = await visitAs(cookie, pathOf(id))
    expect([page.status, page.get("main").text]).toEqual([200, expect.stringContaining("Liste écartée")])
    expect(page.get("main").all("button")).toEqual([])
  })

  test("of Mailchimp’s three files, in its zip, are one list, strict with who left", async () => {
    const id = await sendExports(
      userId,
      zipOf({
        "cleaned_members_export.csv": "Email Address,First Name\nc@a.example,C",
        "subscribed_members_export.csv": "Email Address,First Name\na@a.example,A\nb@a.example,B",
        "unsubscribed_members_export.csv": "Email Address,First Name,UNSUB_TIME\nb@a.example,B,2026-02-01",
      }),
    )
    await workOff()
    expect((await findImport(id))?.list).toMatchObject({ rows: 4, people: 3 })
    await sendForm("/admin/newsletter/import?id=1", { ...START, id: "1" }, { cookie })
    await workOffLists()
    const people = await storedRows("newsletter_subscribers")
    expect(
      people.map(({ email, unsubscribed_at, suppressed_at }) => [
        email,
        unsubscribed_at !== null,
        suppressed_at !== null,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["a@a.example", false, false],
        ["b@a.example", true, false],
        ["c@a.example", false, true],
      ]),
    )
  })

  test("whose list cannot be read are told, with what to do, and the other lists stay whole", async () => {
    const broken = `${SIX_THOUSAND}\n"lea@a.example${"x\n".repeat(20_000)}`
    const id = await sendExports(userId, MEMBERS, broken)
    await workOff()
    expect(await findImport(id)).toMatchObject({ isListOnly: true, list: { rows: 4, people: 2 } })
    const page = await visitAs(cookie, pathOf(id))
    expect([page.status, page.get("main").text]).toEqual([
      200,
      expect.stringMatching(
        /Une liste de 2 personnes attend.*liste de personnes.*site.xml.*un guillemet s’ouvre/su,
      ),
    ])
    const alone = await sendExports(userId, broken)
    await workOff()
    expect(await findImport(alone)).toMatchObject({
      ...{ state: "failed", list: null },
      failure: expect.stringMatching(/^site\.xml\u00a0: Vers la ligne/),
    })
    expect(await lists()).toHaveLength(1)
  })
})

describe("51.10 a list goes with its import", () => {
  test("that is discarded, that fails, and that nobody takes up", async () => {
    const discarded = await sendExports(userId, SITE, MEMBERS)
    await workOff()
    await sendForm(pathOf(discarded), { intent: "discard", id: String(discarded) }, { cookie })
    const failed = await sendExports(userId, MEMBERS, "%PDF-1.7 rien")
    await workOff()
    expect(await findImport(failed)).toMatchObject({ state: "failed", list: null })
    expect([await lists(), await waiting()]).toEqual([[], []])
    await sendExports(userId, SITE, MEMBERS)
    await workOff()
    await db.execute(sql`update imports set created_at = now() - interval '8 days'`)
    await db.execute(sql`update subscriber_imports set created_at = now() - interval '8 days'`)
    await forgetOldImports()
    await workOffLists()
    expect([await storedRows("imports"), await lists(), await waiting()]).toEqual([[], [], []])
  })

  test("and is read once, wherever its reading stops", async () => {
    for (let pieces = 1; ; pieces += 1) {
      const id = await sendExports(userId, SITE, MEMBERS, SIX_THOUSAND, SITE)
      const stop = new AbortController()
      let beats = 0
      const onBeat = () => {
        if ((beats += 1) === pieces) stop.abort()
      }
      await workOffImports({ signal: stop.signal, onBeat })
      // As of a process that is gone.
      await db.execute(sql`update imports set lease = null, leased_until = now() - interval '1 second'`)
      expect(await storedRows("newsletter_subscribers")).toEqual([])
      await workOff()
      expect((await findImport(id))?.list).toMatchObject({ state: "read", rows: 6_004, people: 6_002 })
      expect(await lists()).toHaveLength(1)
      expect(await waiting()).toHaveLength(6_002)
      await sendForm(pathOf(id), { intent: "discard", id: String(id) }, { cookie })
      expect(await lists()).toEqual([])
      if (!stop.signal.aborted) break
    }
  })
})

test.each([
  ["email\nawa@a.example\nlea@a.example", "liste.csv", "export"],
  [MEMBERS, "members.csv", "export"],
  ["awa@a.example\nlea@a.example", "liste.txt", "export"],
  ["<rss><channel><title>A</title></channel></rss>", "feed.xml", "feed"],
])("51.10 the browser sends lists to who reads them: %#", async (content, name, expected) => {
  expect(await recogniseFiles([new File([content], name)])).toBe(expected)
})
