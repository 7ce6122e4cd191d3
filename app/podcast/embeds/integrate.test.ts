import { beforeEach, describe, expect, test } from "vitest"
import { getPage, PUBLIC_URL } from "#test/app.ts"
import { emptyTables, useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { setSettings } from "#test/site-settings.ts"
import { frameCode } from "./integrate.ts"

useDatabase()
beforeEach(() => emptyTables("settings"))

const AUDIO = "https://sons.exemple.test/1.mp3"
const chapters = [{ start: 0, title: "Un" }]

/** What the page shows, and what it gives to copy. */
async function shown(query = "") {
  const page = await visit(`/episodes/1/integrer${query}`)
  const texts = page.all("textarea").map(({ raw }) => raw)
  const frame = page.all("iframe")[0]
  return {
    page,
    src: frame?.attributes.src,
    height: frame?.attributes.height,
    code: texts[0],
    link: texts[1],
  }
}

describe("50.7 the code to copy", () => {
  test("is of the player that is shown", async () => {
    await createEpisode({ title: "Le « direct »", season: 4, audioUrl: AUDIO, chapters })
    const usual = await shown()
    expect(usual).toMatchObject({ src: "/embed/episodes/1", height: "420", link: `${PUBLIC_URL}/episodes/1` })
    expect(usual.code).toContain(`src="${PUBLIC_URL}/embed/episodes/1"`)
    const chosen = await shown("?hauteur=120&theme=dark&debut=1:02:03")
    expect(chosen).toMatchObject({
      ...{ src: "/embed/episodes/1?theme=dark&t=3723", height: "120" },
      link: `${PUBLIC_URL}/episodes/1?t=3723`,
    })
    expect(await shown("?quoi=latest&theme=light")).toMatchObject({
      ...{ src: "/embed/latest?theme=light", link: `${PUBLIC_URL}/` },
    })
    expect(await shown("?quoi=season")).toMatchObject({
      src: "/embed/playlist/4",
      height: "420",
      link: undefined,
    })
  })

  test.each(["?debut=75", "?debut=1:15"])(
    "begins where it is told, in seconds or as a clock: %s",
    async (query) => {
      await createEpisode({ audioUrl: AUDIO })
      expect((await shown(query)).src).toBe("/embed/episodes/1?t=75")
    },
  )

  test.each(["?debut=zut", "?debut=1:75", "?debut=%00", `?debut=${"9".repeat(5_000)}`])(
    "says what is wrong with a start: %#",
    async (query) => {
      await createEpisode({ audioUrl: AUDIO })
      const { page, src } = await shown(query)
      expect(src).toBe("/embed/episodes/1")
      expect(page.get("p", { role: "alert" }).text).toBe(
        "«\u00a0Début\u00a0»\u00a0: minutes et secondes, comme 12:34.",
      )
    },
  )

  test("ignores what is no choice", async () => {
    await createEpisode({ audioUrl: AUDIO })
    const { src, height } = await shown("?quoi=season&hauteur=9999&theme=rose")
    expect([src, height]).toEqual(["/embed/episodes/1", "180"])
  })

  test("names what it plays, and cannot be left", () => {
    const code = frameCode("https://cko.test/embed/episodes/1?theme=dark&t=5", `« A » "b" <c>`, {
      height: 180,
    })
    expect(code).toContain('src="https://cko.test/embed/episodes/1?theme=dark&amp;t=5"')
    expect(code).toContain('title="Lecteur\u00a0: « A » &quot;b&quot; &lt;c&gt;"')
    expect(code.match(/</g)).toHaveLength(2)
  })

  test("is not there of what cannot be shown elsewhere, and the episode does not lead to it", async () => {
    const leads = async (id: number) => (await getPage(`/episodes/${id}`)).html.includes("/integrer")
    await createEpisode({ audioUrl: AUDIO })
    await createEpisode({ audioUrl: null })
    await createEpisode({ audioUrl: AUDIO, isPublished: false })
    expect([await leads(1), await leads(2)]).toEqual([true, false])
    expect((await getPage("/episodes/2/integrer")).status).toBe(404)
    expect((await getPage("/episodes/3/integrer")).status).toBe(404)
    expect((await getPage("/episodes/x/integrer")).status).toBe(404)
    await setSettings("embeds", { where: "nowhere" })
    expect((await getPage("/episodes/1/integrer")).status).toBe(404)
    expect(await leads(1)).toBe(false)
  })

  test("50.3 names the sites where it may stand", async () => {
    await createEpisode({ audioUrl: AUDIO })
    await setSettings("embeds", { where: "sites", sites: "exemple.fr\nblog.test" })
    expect((await shown()).page.text).toContain("Le lecteur ne se montre que sur exemple.fr et blog.test.")
  })
})
