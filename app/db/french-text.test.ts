import { beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost } from "#test/factories.ts"
import { visit } from "#test/html.ts"

beforeAll(openTestDatabase)

const TITLE = "« Le rap » : quel avenir ?"
const SHOWN = "«\u00a0Le rap\u00a0»\u00a0: quel avenir\u202f?"

test("titles and guests are shown so that no line of theirs begins with a punctuation mark", async () => {
  const { id } = await createEpisode({ title: TITLE, guest: "Qui ?" })
  await createNews({ title: TITLE })
  const { slug } = await createPost({ title: TITLE, excerpt: "Pourquoi ?" })
  const page = await createPage({ title: TITLE })
  const paths = ["/", "/episodes", `/episodes/${id}`, "/news", "/blog", `/blog/${slug}`, `/page/${page.slug}`]
  for (const path of paths) {
    const { html } = await visit(path)
    expect(html).toContain(SHOWN)
    expect(html).not.toContain(TITLE)
    expect(html).not.toMatch(/(Qui|Pourquoi) \?/)
  }
})
