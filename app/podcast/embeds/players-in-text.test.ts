import { beforeEach, describe, expect, test } from "vitest"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { getPage, PUBLIC_URL } from "#test/app.ts"
import { emptyTables, useDatabase } from "#test/database.ts"
import { createEpisode, createPage, createPost } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"
import { withPlayers } from "./players-in-text.server.ts"

useDatabase()
beforeEach(() => emptyTables("settings"))

const audioUrl = "https://sons.exemple.test/1.mp3"
const render = async (markdown: string) => withPlayers(await renderMarkdown(markdown))
const player = (id: number, title = "Le direct") =>
  `<p class="embed embed-player"><iframe src="/embed/episodes/${id}?theme=light" title="Lecteur\u00a0: ${title}" height="180" loading="lazy"></iframe></p>`

describe("50.8 an episode's address alone on its line", () => {
  test("becomes its player in an article and on a page", async () => {
    await createEpisode({ title: "Le direct", audioUrl })
    const content = `À écouter\u00a0:\n\n${PUBLIC_URL}/episodes/1`
    await createPost({ slug: "article", content })
    await createPage({ slug: "equipe", content })
    for (const path of ["/blog/article", "/page/equipe"])
      expect((await getPage(path)).html).toContain(player(1))
  })

  test("is found by its path, with its start, and between other lines", async () => {
    await createEpisode({ title: `Lui & "moi"`, audioUrl })
    const title = "Lui &amp; &quot;moi&quot;"
    expect(await render("/episodes/1")).toContain(player(1, title))
    expect(await render(`${PUBLIC_URL}/episodes/1?t=75&u=1`)).toContain(
      'src="/embed/episodes/1?theme=light&amp;t=75"',
    )
    expect(await render(`Avant\n${PUBLIC_URL}/episodes/1\naprès\nencore`)).toBe(
      `<p>Avant</p>\n${player(1, title)}\n<p>après<br />encore</p>\n`,
    )
  })

  test.each([
    `Voir ${PUBLIC_URL}/episodes/1`,
    `[le direct](${PUBLIC_URL}/episodes/1)`,
    `https://ailleurs.example/episodes/1`,
    `${PUBLIC_URL}.evil.example/episodes/1`,
    `${PUBLIC_URL}/episodes/1/integrer`,
    `${PUBLIC_URL}/episodes/2`,
    `${PUBLIC_URL}/episodes/3`,
    `${PUBLIC_URL}/episodes/99999999999`,
    "`/episodes/1`",
    "    /episodes/1",
    '<iframe src="/episodes/1">',
  ])("stays what it is where it is none, or cannot be heard: %s", async (markdown) => {
    await createEpisode({ audioUrl })
    await createEpisode({ audioUrl, isPublished: false })
    await createEpisode({ audioUrl: null })
    expect(await render(markdown)).toBe(await renderMarkdown(markdown))
  })

  test("is a player ten times at most, and in no time in a text of 100,000 letters", async () => {
    for (let id = 1; id <= 11; id += 1) await createEpisode({ audioUrl })
    const links = Array.from({ length: 11 }, (_, index) => `${PUBLIC_URL}/episodes/${index + 1}`)
    expect((await render(links.join("\n\n"))).match(/<iframe/g)).toHaveLength(10)
    const long = `/episodes/1\n${"/episodes/".repeat(10_000)}`
    const html = await renderMarkdown(long)
    const start = performance.now()
    await withPlayers(html)
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  test("stays a link where hosts show the player nowhere", async () => {
    await createEpisode({ audioUrl })
    await setSettings("embeds", { where: "nowhere" })
    expect(await render("/episodes/1")).toBe("<p>/episodes/1</p>\n")
  })
})
