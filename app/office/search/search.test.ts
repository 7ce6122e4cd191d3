import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import {
  createEpisode,
  createGuest,
  createLevel,
  createDraftLetter,
  createMedium,
  emptyContents,
  MANAGERS,
} from "#test/factories.ts"
import { createUser, openSession, visitAs } from "#test/people.ts"
import type { SearchResults } from "./search-results.ts"
import { listSources } from "./search-sources.server.ts"

const KINDS = listSources({ id: "", role: "admin", rights: [], email: "", sessionId: "" }).map(
  ({ kind }) => kind,
)

const cookies = { user: "", moderator: "", admin: "" }
const ROLES = ["user", "moderator", "admin"] as const

beforeAll(openTestDatabase)
beforeAll(async () => {
  await createUser("admin", "premier@cko.test")
  for (const role of ROLES) cookies[role] = await openSession(await createUser(role, `${role}@cko.test`))
})

async function find(search: string, role: keyof typeof cookies = "admin"): Promise<SearchResults> {
  const address = `/admin/search/results?${new URLSearchParams({ q: search })}`
  const response = await send(address, { headers: { cookie: cookies[role] } })
  expect(response.status).toBe(200)
  return response.json()
}

const titlesOf = ({ groups }: SearchResults, kind: string) =>
  groups.find((group) => group.kind === kind)?.hits.map(({ title }) => title) ?? []

/** One of each kind with the word « Zoulou » in it. */
async function createOneOfEach() {
  for (const { make } of MANAGERS) await make({ title: "Zoulou au micro" })
  await createGuest({ name: "MC Zoulou" })
  await createDraftLetter({ title: "Zoulou par e-mail" })
  await createMedium({ title: "zoulou.png" })
  await db.execute(sql`insert into redirects (source, target) values ('/zoulou', '/about')`)
  await createUser("user", "zoulou@cko.test")
  await db.execute(sql`insert into comments (episode_id, author_name, author_email, content)
    select id, 'Awa', 'secrete@cko.test', 'Merci Zoulou pour tout' from episodes`)
  await db.execute(sql`insert into contact_messages (name, email, subject, message)
    values ('Léa', 'lea@cko.test', 'Pour Zoulou', 'Bonjour')`)
  await db.execute(sql`insert into newsletter_subscribers (name, email) values ('Zoulou', 'abonne@cko.test')`)
  await db.execute(sql`insert into supporters (name, email) values ('Zoulou', 'soutien@cko.test')`)
  await createLevel({ name: "Ami Zoulou" })
}

describe("who finds what", () => {
  beforeAll(createOneOfEach)

  const allowed = {
    user: [],
    moderator: ["comment"],
    admin: KINDS,
  } satisfies Record<(typeof ROLES)[number], string[]>

  test.each(ROLES.flatMap((role) => KINDS.map((kind) => [role, kind] as const)))(
    "32.1 a %s and what is found of kind %s",
    async (role, kind) => {
      const results = await find(kind === "setting" ? "e-mails abandonnés" : "zoulou", role)
      const mayFind = (allowed[role] as string[]).includes(kind)
      expect(titlesOf(results, kind)).toHaveLength(mayFind ? 1 : 0)
      expect(JSON.stringify(results)).not.toContain("secrete@cko.test")
    },
  )

  test.each(ROLES)("the page shows a %s the same", async (role) => {
    const results = await find("zoulou", role)
    const page = await visitAs(cookies[role], "/admin/search?q=zoulou")
    expect(page.status).toBe(200)
    const shown = page.all("section").map((section) => section.get("h2").text)
    expect(shown.slice(1)).toEqual(results.groups.map(({ label }) => label))
    const links = new Set(page.all("a").map(({ attributes }) => attributes.href))
    for (const { to } of results.groups.flatMap(({ hits }) => hits)) expect(links).toContain(to)
  })

  test("each result leads to a page that holds it", async () => {
    const { groups } = await find("zoulou")
    for (const { hits } of groups) {
      for (const { to, title } of hits) {
        const page = await visitAs(cookies.admin, to)
        expect([to, page.status]).toEqual([to, 200])
        expect(page.html).toContain(title)
      }
    }
  })
})

test.each([
  ["user", ["Paramètres", "Déconnexion"], ["Utilisateurs", "Commentaires"]],
  ["moderator", ["Commentaires", "Paramètres"], ["Épisodes", "Journal", "Nouvel épisode"]],
  ["admin", ["Nouvel épisode", "Journal", "Importer un flux", "Voir le site"], []],
] as const)("the page offers a %s what they may do", async (role, offered, others) => {
  const page = await visitAs(cookies[role], "/admin/search")
  const labels = page
    .get("main")
    .all("a")
    .map(({ text }) => text)
  for (const label of offered.filter((one) => one !== "Déconnexion")) expect(labels).toContain(label)
  for (const label of others) expect(labels).not.toContain(label)
})

test.each(["entretien", "sauvegarde", "journal", "santé", "redirections", "données"])(
  "the page of what keeps the site in order is found by « %s »",
  async (word) => {
    const page = await visitAs(cookies.admin, `/admin/search?q=${encodeURIComponent(word)}`)
    const found = page.get("main").all("a", { href: "/admin/maintenance" })
    expect(found.map(({ text }) => text)).toEqual(["Entretien"])
  },
)

test.each(["sauvegarde", "copie", "backup"])("the site's copies are found by « %s »", async (word) => {
  const page = await visitAs(cookies.admin, `/admin/search?q=${word}`)
  const found = page
    .get("main")
    .all("a")
    .map(({ text }) => text)
  expect(found).toEqual(expect.arrayContaining(["Sauvegardes", "Sauvegarder maintenant"]))
})

test("nothing that can be done or opened is offered twice", async () => {
  const page = await visitAs(cookies.admin, "/admin/search")
  const addresses = page
    .get("main")
    .all("a")
    .map(({ attributes }) => attributes.href)
  expect(addresses).toEqual([...new Set(addresses)])
})

describe("what is found", () => {
  beforeEach(emptyContents)

  test("32.1 titles that begin with it come before newer ones that contain it, whatever case and accents", async () => {
    await createEpisode({ title: "ÉTÉ à Paris", publishedAt: new Date("2020-01-01") })
    for (let day = 1; day <= 7; day += 1)
      await createEpisode({ title: `Un été ${day}`, publishedAt: new Date(`2026-01-0${day}`) })
    expect(titlesOf(await find("ete"), "episode")).toEqual([
      "ÉTÉ à Paris",
      "Un été 7",
      "Un été 6",
      "Un été 5",
      "Un été 4",
    ])
  })

  test("an episode is found by its guest, a page that is no page is not", async () => {
    await createEpisode({ title: "Sans rapport", guest: "Sœur Cadence" })
    expect(titlesOf(await find("soeur cad"), "episode")).toEqual(["Sans rapport"])
    expect((await find("%")).groups).toEqual([])
    expect((await find("_")).groups).toEqual([])
  })

  test("a comment of several lines is found again from its result", async () => {
    const episode = await createEpisode()
    await db.execute(sql`insert into comments (episode_id, author_name, author_email, content)
    values (${episode.id}, 'Nour', 'nour@cko.test', ${"Premier  mot\nsecond paragraphe, kalimba"})`)
    const { groups } = await find("kalimba", "moderator")
    const [hit] = groups.flatMap(({ hits }) => hits)
    expect(hit).toMatchObject({
      title: "Nour",
      detail: `Premier mot second paragraphe, kalimba · ${episode.title}`,
    })
    expect((await visitAs(cookies.moderator, hit?.to ?? "")).get("main").text).toContain(
      "second paragraphe, kalimba",
    )
  })

  test.each(["", "   ", "\u0000", "%00", "\\", "a".repeat(5_000), "🥊", "é".repeat(200), "' or 1=1 --", "𐏿"])(
    "whatever is typed has an answer: %j",
    async (search) => {
      for (const path of ["/admin/search/results", "/admin/search"]) {
        const response = await send(`${path}?q=${encodeURIComponent(search)}`, {
          headers: { cookie: cookies.admin },
        })
        expect(response.status).toBe(200)
      }
    },
  )

  test("without a word to look for nothing is looked for", async () => {
    await createEpisode()
    expect(await find(" ")).toEqual({ meant: [], groups: [], isPartial: false })
  })
})
