import { beforeAll, expect, test } from "vitest"
import { applySettings, getSettings } from "#app/lib/settings.server.ts"
import { ensureLegalPages } from "#app/features/pages/legal-pages.server.ts"
import { adminPaths, RAW_PATHS } from "#test/admin-paths.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { createUser, readPage, sendForm, signInAs } from "#test/people.ts"
import { siteSettings } from "../settings/site-settings.server.ts"

/** What the site says of the podcast that it was made for. */
const THEIRS =
  /\bcko\b|hip.?hop|\brap\b|\bawa\b|yanis|lindor|corvel|\bring\b|boxe|uppercut|[ée]ponge|\bround\b|cloche|knock|coin (?:rouge|or)|10M|2\.7M/i

let cookie = ""
const { mailFrom, ...started } = getSettings()
if (mailFrom) applySettings(started)

beforeAll(openTestDatabase)
beforeAll(async () => {
  await ensureLegalPages()
  await createUser("admin", "nour@jardin.test")
  cookie = await signInAs("nour@jardin.test")
  const podcast = {
    name: "Semis et saisons",
    tagline: "Le jardinage, une graine à la fois",
    description: "",
    cover: "",
  }
  const fields = Object.keys(podcast).join(",")
  const response = await sendForm(
    "/admin/first-steps",
    { intent: "save-podcast", fields, ...podcast },
    { cookie },
  )
  if (response.status !== 302) throw new Error("the podcast was not named")
  await createEpisode({ title: "Les tomates", guest: "Rose Vidal", number: 3, description: "Semer en mars." })
  for (const category of ["cko-news", "hip-hop-culture", "music"]) {
    await createNews({
      title: "La récolte",
      content: "Des courges.",
      category,
      isPublished: true,
      publishedAt: new Date(),
    })
  }
  await createPost({
    slug: "le-compost",
    title: "Le compost",
    content: "Retourner.",
    isPublished: true,
    publishedAt: new Date(),
  })
  await createPage({ slug: "equipe", title: "Équipe", content: "Nous.", isPublished: true })
})

/** What people and machines read of an answer: not what programs call things by, which nobody sees. */
function said(source: string) {
  return source
    .replace(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, "")
    .replace(/cko-news|hip-hop-culture|cko[_:.][\w.]+|cko-(?:positions|speed|recent)/g, "")
    .replace(
      / (?:class|style|id|for|name|value|aria-labelledby|aria-describedby|aria-controls|href|src|srcset|data-[\w-]+)="(?!https?:)[^"]*"/g,
      "",
    )
}

/** Where a page speaks of that podcast, with what stands around; nothing where it does not. */
async function theirsOn(path: string, init: RequestInit = {}) {
  const source = said(await (await send(path, init)).text())
  const at = source.search(THEIRS)
  return at < 0 ? undefined : source.slice(Math.max(0, at - 80), at + 80)
}

test("a podcast of another name shows nothing of the one that the site was made for, on any public page", async () => {
  const seen = new Set<string>()
  const queue = [
    ...[
      "/",
      "/auth",
      "/auth?onglet=inscription",
      "/auth/forgot-password",
      "/newsletter",
      "/blog",
      "/nulle-part",
    ],
    ...[
      "/sitemap.xml",
      "/robots.txt",
      "/news?tab=galeries",
      "/episodes?q=zzz",
      "/newsletter/confirm",
      "/episodes/99",
    ],
  ]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    seen.add(path)
    expect([path, await theirsOn(path)]).toEqual([path, undefined])
    const { all } = await readPage(await send(path)).catch(() => ({
      all: () => [] as { attributes: Record<string, string> }[],
    }))
    const links = all("a").map(({ attributes }) => attributes.href?.split("#")[0] ?? "")
    queue.push(
      ...new Set(
        links.filter(
          (to) => to.startsWith("/") && !to.startsWith("//") && !seen.has(to) && !queue.includes(to),
        ),
      ),
    )
  }
  expect(seen).toContain("/page/mentions-legales")
  expect(seen).toContain("/episodes/1")
  expect(seen.size).toBeGreaterThan(20)
})

test.each(adminPaths().filter((path) => !RAW_PATHS.has(path)))(
  "nor does the back office at %s",
  async (path) => {
    expect(await theirsOn(path, { headers: { cookie } })).toBeUndefined()
  },
)

test("what the host set stays, and what nobody set is empty", () => {
  const { podcast, presentation, links } = siteSettings()
  expect(podcast).toMatchObject({ name: "Semis et saisons", description: "", categories: [] })
  expect(presentation).toMatchObject({ hosts: [], figures: [], concept: [], mission: "" })
  expect(links).toEqual({ platforms: [], socials: [] })
})

test.each(["pas une adresse", "http://127.0.0.1/flux"])("a feed at « %s » is refused", async (feed) => {
  const response = await sendForm("/admin/first-steps", { intent: "read-feed", feed }, { cookie })
  expect(response.status).toBe(400)
  const page = await readPage(response)
  expect(page.get("input", { name: "feed" }).attributes).toMatchObject({
    value: feed,
    "aria-invalid": "true",
  })
})
