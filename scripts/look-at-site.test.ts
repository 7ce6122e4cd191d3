import { expect, test } from "vitest"
import { lookAtSite } from "./look-at-site.ts"

const SITE = "https://cko.test"
const page = (text = "<html></html>", status = 200) =>
  new Response(text, { status, headers: { "Content-Type": "text/html; charset=utf-8" } })
const sitemap = (...paths: string[]) =>
  new Response(`<urlset>${paths.map((path) => `<loc>${SITE}${path}</loc>`).join("")}</urlset>`, {
    headers: { "Content-Type": "application/xml" },
  })

/** What is wrong with a site that answers so, and well otherwise. */
async function wrongOf(answers: Record<string, () => Response>) {
  const list = () => sitemap("/", "/episodes/1", "/episodes/2", "/blog", "/blog/un")
  const all: typeof answers = { "/sitemap.xml": list, ...answers }
  return (await lookAtSite(async (path) => all[path]?.() ?? page())).wrong
}

test.each<[string, Record<string, () => Response>, string[]]>([
  ["a site that is well", {}, []],
  [
    "a feed that is withheld, or elsewhere",
    { "/feed.xml": () => page("", 404), "/contact": () => page("", 301) },
    [],
  ],
  ["a page that is led on by a rule", { "/blog/un": () => page("", 301) }, []],
  ["a feed that fails", { "/feed.xml": () => page("", 500) }, ["/feed.xml : réponse 500"]],
  ["a home page that is away", { "/": () => page("", 302) }, ["/ : réponse 302"]],
  ["an episode that is gone", { "/episodes/1": () => page("", 404) }, ["/episodes/1 : réponse 404"]],
  ["a page that was cut", { "/blog": () => page("<html>") }, ["/blog : page incomplète"]],
  [
    "one that throws",
    {
      "/auth": () => {
        throw new Error("parti")
      },
    },
    ["/auth : Error: parti"],
  ],
])("27.8 of %s is said what is wrong", async (_which, answers, wrong) => {
  expect(await wrongOf(answers)).toEqual(wrong)
})

test("27.8 one page of each kind is looked at, however many there are", async () => {
  const asked: string[] = []
  const many = Array.from({ length: 10_000 }, (_, n) => `/episodes/${n}`)
  const kinds = Array.from({ length: 100 }, (_, n) => `/page-${n}`)
  const { pages } = await lookAtSite(async (path) => {
    asked.push(path)
    return path === "/sitemap.xml" ? sitemap(...many, ...kinds) : page()
  })
  expect(asked.filter((path) => path.startsWith("/episodes/"))).toEqual(["/episodes/0"])
  expect([asked.length, pages]).toEqual([28, 28])
})
