import type { APIRequestContext } from "@playwright/test"
import { expect, test } from "./office.ts"
import { expectNoSidewaysScrolling } from "./screens.ts"
import { ADMIN } from "./sites.ts"
import { postComment } from "./visitors.ts"

const WORD = "W".repeat(60)
const DOMAIN = `${"d".repeat(60)}.${"d".repeat(60)}.test`
/** Long ago, so that it comes after all that other journeys look at. */
const publicationDay = "2001-02-03"

test(
  "25.1 no word is long enough to make a page scroll sideways",
  { tag: "@desktop" },
  async ({ page, unique }) => {
    const { request } = page
    const title = unique + "Wm".repeat(130)
    const email = `${unique.toLowerCase().padEnd(64, "e")}@${DOMAIN}`
    const slug = unique.toLowerCase() + "w".repeat(150)
    const text = `${title}\n\n## ${title}\n\n- \`${title}\`\n\nhttps://example.org/${title}`
    const published = { intent: "save", title, slug, publicationDay, isPublished: "on", content: text }
    await save(request, "/admin/episodes", { ...published, guest: WORD, description: text })
    await save(request, "/admin/news", {
      ...published,
      category: WORD,
      mediaType: "video",
      mediaUrl: "/starter/news-clip.mp4",
    })
    await save(request, "/admin/blog", { ...published, excerpt: title })
    await save(request, "/admin/pages", published)
    await save(request, "/admin/users", {
      intent: "create",
      email,
      password: ADMIN.password,
      role: "moderator",
      firstName: WORD,
    })
    const list = await request.get("/admin/episodes", { params: { q: title } })
    const [episode = ""] = /\/episodes\/\d+/.exec(await list.text()) ?? []
    await postComment(request, episode, { name: WORD, email, content: text })
    await save(request, "/contact", {
      opened: String(Date.now() - 10_000),
      website: "",
      name: WORD,
      email,
      subject: title.slice(0, 200),
      message: text,
    })

    const search = `q=${title.slice(0, 100)}`
    for (const path of [
      ...[episode, `/episodes?${search}`, `/news?category=${WORD}`, `/news?tab=galeries&category=${WORD}`],
      ...["/blog", `/blog/${slug}`, `/page/${slug}`],
      ...["episodes", "news", "blog", "pages"].map((manager) => `/admin/${manager}?${search}`),
      `/admin/episodes?edit=${episode.split("/").pop()}`,
      ...["users", "comments", "messages", "newsletter", "settings"].map((manager) => `/admin/${manager}`),
    ]) {
      await page.goto(path)
      await expect(page.getByRole("main")).toContainText(
        path.startsWith("/admin/settings") ? "Prénom" : /W{3}|e{30}|Wm/,
      )
      await expectNoSidewaysScrolling(page)
    }
  },
)

async function save(request: APIRequestContext, path: string, form: Record<string, string>) {
  const response = await request.post(path, { form, maxRedirects: 0 })
  expect([path, response.status()]).toEqual([path, 302])
}
