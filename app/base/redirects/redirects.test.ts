import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { redirectHits, redirects } from "#app/db/schema/redirects.server.ts"
import { SESSION_COOKIE } from "#app/kit/http/personal-cookies.ts"
import { getPage, send } from "#test/app.ts"
import { emptyTables, withoutTable } from "#test/database.ts"
import { createPage, createPost, storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { readHtml } from "#test/html.ts"
import { fieldProblems, readPage, saveForm } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { deleteOldHits, writeHits } from "./hits.server.ts"
import { refreshRedirects } from "./snapshot.server.ts"

const PATH = "/admin/redirects"
const office = openOffice()
beforeEach(async () => {
  // Those of the test before it are counted for rules that are no more.
  await emptyTables("redirects", "redirect_hits", "audit_log")
  await writeHits()
  await refreshRedirects()
})

const add = (source: string, target = "", fields: Record<string, string> = {}) =>
  office.save(PATH, { source, code: target ? "301" : "410", target, ...fields })
const rules = () =>
  db.select({ source: redirects.source, target: redirects.target }).from(redirects).orderBy(redirects.id)
async function problemsOf(response: Response) {
  expect(response.status).toBe(400)
  return fieldProblems(saveForm(await readPage(response)))
}
async function led(path: string, init?: RequestInit) {
  const response = await send(path, init)
  return [response.status, response.headers.get("location")]
}

describe("a redirected address", () => {
  test("30.1 leads on for good, with its query, for an hour in browsers, however it is asked for", async () => {
    await add("/ancien", "/nouveau")
    const response = await send("/Ancien/?a=1")
    expect([response.status, response.headers.get("location")]).toEqual([301, "/nouveau?a=1"])
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600")
    expect(response.headers.get("vary")).toContain("Cookie")
    expect(await led("/ancien", { method: "HEAD" })).toEqual([301, "/nouveau"])
    expect((await send("/ancien/plus")).status).toBe(404)
  })

  test("leads on from an old site's spelling, which cannot be decoded", async () => {
    await add("/caf%E9", "/about")
    for (const path of ["/caf%E9", "/CAF%e9/"]) expect(await led(path)).toEqual([301, "/about"])
    expect(await (await send("/caf%E9.data")).text()).toContain("/about")
    expect((await send("/caf%25E9")).status).toBe(404)
  })

  test("leads an admin on without being kept, as it may be changed the next moment", async () => {
    await add("/ancien", "/nouveau")
    const response = await send("/ancien", { headers: { cookie: `${SESSION_COOKIE}=x` } })
    expect([response.status, response.headers.get("cache-control")]).toEqual([301, "private, no-store"])
  })

  test("leads who follows a link within the site, too, also to other sites", async () => {
    await add("/ancien", "/about")
    await add("/loin", "https://autre.example/a")
    for (const [path, location] of [
      ["/ancien.data?a=1", "/about?a=1"],
      ["/loin.data", "https://autre.example/a"],
    ] as const) {
      const response = await send(path)
      expect(response.status).toBe(202)
      expect(await response.text()).toContain(location)
    }
  })

  test("is gone where it has no new one, and says so in French", async () => {
    await add("/ancien/*")
    const { status, html } = await getPage("/ancien/page?a")
    expect(status).toBe(410)
    expect(html).toContain("Page supprimée")

    expect(readHtml(html).get("header").text).toContain("Épisodes")
    expect(html).toContain('name="robots" content="noindex"')
    expect((await send("/ancien.data")).status).toBe(410)
  })

  test("wins over what the site has there, and takes no forms", async () => {
    await createPost({ slug: "vieux" })
    await add("/blog/vieux", "/about", { replaces: "on" })
    expect(await led("/blog/vieux")).toEqual([301, "/about"])
    expect(
      (await send("/blog/vieux", { method: "POST", headers: { Origin: "https://cko.test" } })).status,
    ).not.toBe(301)
  })

  test("never takes the back office, signing in or unsubscribing along", async () => {
    await add("/*", "https://autre.example/*", { replaces: "on" })
    expect(await led("/blog?a")).toEqual([301, "https://autre.example/blog?a"])
    expect((await led("/auth"))[0]).toBe(200)
    expect(await led("/admin")).toEqual([302, expect.stringMatching(/^\/auth/)])
    expect((await led("/newsletter/unsubscribe"))[0]).not.toBe(301)
    expect((await led("/robots.txt"))[0]).toBe(200)
  })

  test("answers as before once its rule is deleted", async () => {
    await add("/about", "/contact", { replaces: "on" })
    expect((await led("/about"))[0]).toBe(301)
    await office.send(PATH, { intent: "delete", id: "1" })
    expect((await led("/about"))[0]).toBe(200)
  })

  test("leads on while the database does not answer", async () => {
    await add("/ancien", "/nouveau")
    await withoutTable("redirects", async () => expect(await led("/ancien")).toEqual([301, "/nouveau"]))
  })
})

const LABELS: Record<string, string> = {
  source: "Ancienne adresse",
  code: "Ce qui s’y trouve",
  target: "Nouvelle adresse",
}

describe("the form of a rule", () => {
  test("keeps both addresses in one spelling", async () => {
    await add("https://cko.test/%C3%89t%C3%A9/", "https://cko.test/%C3%A9t%C3%A9-2?a=b")
    expect(await rules()).toEqual([{ source: "/été", target: "/été-2?a=b" }])
  })

  test("is filled with a rule, and saves it as it was", async () => {
    await add("/2023/*", "/blog/*?de=2023", { replaces: "on" })
    await add("/parti")
    await office.edit(PATH, 1)
    await office.edit(PATH, 2)
    expect(await rules()).toEqual([
      { source: "/2023/*", target: "/blog/*?de=2023" },
      { source: "/parti", target: null },
    ])
    await office.edit(PATH, 2, { code: "301", target: "/about" })
    expect(await led("/parti")).toEqual([301, "/about"])
  })

  test.each([
    [{ source: "", target: "/b" }, { source: /requise/ }],
    [{ source: "/a", target: "" }, { target: /requise/ }],
    [{ source: "/admin/x", target: "/b" }, { source: /appartient au site/ }],
    [{ source: "https://autre.example/a", target: "/b" }, { source: /doit être sur ce site/ }],
    [{ source: "/a", target: "javascript:alert(1)" }, { target: /doit commencer par/ }],
    [{ source: "/a", target: "/A/" }, { target: /tournerait en rond/ }],
    [
      { source: "/a*", target: "x" },
      { source: /étoile/, target: /doit commencer par/ },
    ],
    [{ source: "/a", target: "/b", code: "302" }, { code: /valeur inconnue/ }],
    [{ source: "/%00", target: "/b" }, { source: /caractère interdit/ }],
    [{ source: "/a\0", target: "/b" }, { source: /caractère interdit/ }],
    [{ source: "/a", target: `/${"b".repeat(3_000)}` }, { target: /moins de 2/ }],
    [{ source: "/taken", target: "/b" }, { source: /déjà une règle/ }],
    [{ source: "/a", target: "/taken" }, { target: /elle-même redirigée.*\/taken → \/about/ }],
    [{ source: "/about", target: "/b" }, { source: /mène déjà ici/ }],
  ])("refuses %j, says why, and keeps what was typed", async (fields, problems) => {
    await add("/taken", "/about")
    const response = await office.save(PATH, { code: "301", ...fields })
    const page = await readPage(response.clone())
    const found = await problemsOf(response)
    const wanted = Object.entries(problems).map(([name, problem]) => [
      LABELS[name],
      expect.stringMatching(problem),
    ])
    expect(found).toEqual(Object.fromEntries(wanted))
    expect(saveForm(page).get("input", { name: "source" }).attributes.value ?? "").toBe(fields.source)
    expect(await rules()).toHaveLength(1)
  })

  test.each(["/about", "/blog/vieux", "/page/equipe", "/equipe", "/blog/*", "/*"])(
    "asks before %s replaces a page of the site",
    async (source) => {
      await createPost({ slug: "vieux" })
      await createPage({ slug: "equipe" })
      const target = "https://autre.example/"
      const response = await add(source, target)
      const page = await readPage(response.clone())
      expect((await problemsOf(response))["Ancienne adresse"]).toMatch(/Une page du site se trouve/)
      expect(saveForm(page).text).toContain("Remplacer la page de cette adresse")
      expect((await add(source, target, { replaces: "on" })).status).toBe(302)
    },
  )

  test("asks before a rule hides the pages of any type", async () => {
    for (const { published } of managedTypes()) {
      if (!published?.page) continue
      const source = `${published.page.prefix}*`
      const problems = await problemsOf(await add(source, "https://autre.example/"))
      expect([source, problems["Ancienne adresse"]]).toEqual([
        source,
        expect.stringMatching(/Une page du site/),
      ])
    }
  })

  test("asks nothing of drafts, nor of what nobody finds", async () => {
    await createPost({ slug: "brouillon", isPublished: false })
    for (const source of ["/blog/brouillon", "/blog/rien", "/episodes/7", "/2023/*"])
      expect((await add(source, "/contact")).status).toBe(302)
  })

  test("is not saved over what somebody else saved meanwhile", async () => {
    await add("/ancien", "/un")
    await office.edit(PATH, 1, { target: "/deux" })
    const response = await office.save(PATH, {
      id: "1",
      version: "1",
      source: "/ancien",
      code: "301",
      target: "/trois",
    })
    expect(response.status).toBe(409)
    expect(await rules()).toEqual([{ source: "/ancien", target: "/deux" }])
    expect((await office.save(PATH, { id: "9", version: "1", source: "/x", code: "410" })).status).toBe(404)
  })

  test("lets none of two rules in that make a loop, saved at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [`/a${round}`, `/b${round}`]
      const statuses = await Promise.all([add(a, b), add(b, a), add(`${a}/*`, b), add(b, `${a}/c`)])
      expect(statuses.filter(({ status }) => status === 302).length).toBeGreaterThan(0)
    }
    const stored = await rules()
    for (const { source, target } of stored) {
      const [, next] = await led(source.replace("/*", ""))
      expect(next).toBe(target)
      expect((await led(String(next)))[0]).not.toBe(301)
    }
  })

  test("has an address from the list of those asked for in vain", async () => {
    const page = await office.see(`${PATH}?source=%2Fperdue`)
    expect(saveForm(page).get("input", { name: "source" }).attributes.value).toBe("/perdue")
  })
})

describe("the list of rules", () => {
  const list = async (query = "") => (await office.see(PATH + query)).get("section", { id: "liste" }).text

  test("shows where each leads, and finds by either address", async () => {
    await add("/été/*", "/blog/*")
    await add("/parti")
    expect(await list()).toMatch(/\/parti.*Supprimée.*\/été\/\*.*→ \/blog\/\*.*2 redirections/s)
    expect(await list("?q=ETE")).toMatch(/\/été.*1 redirection pour/s)
    expect(await list("?q=blog")).toMatch(/\/été/)
    expect(await list("?q=rien")).toContain("Rien ne correspond.")
  })

  test("counts visits of the last 30 days, and says what nobody used", async () => {
    await add("/ancien", "/nouveau")
    await add("/autre", "/nouveau")
    expect((await list()).match(/jamais utilisée/g)).toHaveLength(2)
    await Promise.all([send("/ancien"), send("/ancien"), send("/ancien", { method: "HEAD" })])
    await writeHits()
    await send("/ancien")
    await writeHits()
    await writeHits()
    expect(await list()).toMatch(/3 visites en 30 jours · dernière le .*jamais utilisée/s)
    await db.execute(sql`update redirect_hits set day = day - 30`)
    expect(await list()).toMatch(/0 visite en 30 jours/)
  })

  test("keeps of old days the last one only", async () => {
    await add("/ancien", "/nouveau")
    await db.execute(sql`insert into redirect_hits (redirect_id, day, hits)
      select 1, (now() at time zone 'Europe/Paris')::date - n, n from generate_series(40, 60) n`)
    expect(await deleteOldHits()).toBe(20)
    expect(await db.select({ hits: redirectHits.hits }).from(redirectHits)).toEqual([{ hits: 40 }])
  })

  test("counts on after the database did not take it, and nothing of rules that are gone", async () => {
    await add("/ancien", "/nouveau")
    await send("/ancien")
    await withoutTable("redirect_hits", () => expect(writeHits()).rejects.toThrow(/redirect_hits/))
    await writeHits()
    expect(await list()).toContain("1 visite en 30 jours")
    await send("/ancien")
    await db.delete(redirects)
    await writeHits()
    expect(await db.$count(redirectHits)).toBe(0)
  })

  test("survives a database that does not answer", async () => {
    await withoutTable("redirects", async () => {
      const page = await office.see(PATH)
      expect(page.text).toContain("Impossible de charger les redirections")
    })
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })

  test("asks before it deletes, without scripts", async () => {
    await add("/ancien", "/nouveau")
    const page = await office.see(`${PATH}?action=delete&id=1`)
    expect(page.text).toContain("Êtes-vous sûr de vouloir supprimer cette redirection")
    expect(page.text).toContain("/ancien → /nouveau")
    expect((await storedRows("redirects")).length).toBe(1)
  })
})
