import { describe, expect, test, vi } from "vitest"
import { log } from "#app/kit/lib/log.server.ts"
import { getPage } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createPost } from "#test/factories.ts"
import { visit } from "#test/html.ts"

useDatabase()

const visitSearch = (q: string) => visit(`/episodes?${new URLSearchParams({ q })}`)

/** The way to the search of the whole site, and what it says. */
async function wayFrom(q: string) {
  const [link] = (await visitSearch(q))
    .get("main")
    .all("a", { href: `/recherche?${new URLSearchParams({ q })}` })
  return link?.text
}

describe("3.4 a search of episodes that finds none leads to what the whole site has of it:", () => {
  test("words that do not stand beside each other, and other contents", async () => {
    await createEpisode({ title: "À l’hôtel", guest: "Laurent Ruquier" })
    expect(await wayFrom("ruquier hotel")).toBe("Voir 1 résultat dans tout le site")
    await createPost({ title: "Ruquier, une nuit d’hôtel" })
    expect(await wayFrom("ruquier hotel")).toBe("Voir 2 résultats dans tout le site")
    const page = await visitSearch("ruquier hotel")
    expect(page.get("main").text).toContain('Aucun épisode trouvé pour "ruquier hotel"')
  })

  test.each(["ruquier", "zygomatique", "!!", "-hotel", "de la"])("nowhere by « %s »", async (q) => {
    await createEpisode({ title: "À l’hôtel", guest: "Laurent Ruquier" })
    expect(await wayFrom(q)).toBeUndefined()
  })

  test("nowhere to what is not public", async () => {
    await createEpisode({ title: "À l’hôtel", guest: "Laurent Ruquier", isPublished: false })
    expect(await wayFrom("ruquier hotel")).toBeUndefined()
  })

  test("and it is as empty as ever where that search does not answer", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => {})
    try {
      const { status, html } = await withoutTable("search_documents", () =>
        getPage("/episodes?q=ruquier+hotel"),
      )
      expect(status).toBe(200)
      expect(html).toContain("Aucun épisode trouvé pour &quot;ruquier hotel&quot;")
    } finally {
      logged.mockRestore()
    }
  })
})
