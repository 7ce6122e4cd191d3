import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { packageRoot } from "#app/kit/lib/package-root.server.ts"
import type { StarterArticle, StarterEpisode, StarterNewsItem } from "./types.ts"

let content: ReturnType<typeof readContent> | undefined

/**
 * What an empty site starts with: ten episodes, ten news items and three articles, invented, to be replaced by the real ones; newest
 * first. Their facts lie in `content/*.json`, their texts in Markdown beside it.
 */
export function starterContent() {
  content ??= readContent()
  return content
}

async function readContent() {
  const [episodes, news, articles] = await Promise.all([
    readKind<StarterEpisode>("episodes"),
    readKind<StarterNewsItem>("news"),
    readKind<StarterArticle>("articles"),
  ])
  return {
    episodes: episodes.map(({ text: description, ...item }) => ({ ...item, description })),
    news: news.map(({ text: content, ...item }) => ({ ...item, content })),
    articles: articles.map(({ text: content, ...item }) => ({ ...item, content })),
  }
}

async function readKind<Item>(kind: string) {
  const folder = join(packageRoot(), "app/db/starter/content")
  const items = JSON.parse(await readFile(join(folder, `${kind}.json`), "utf8")) as (Item & {
    text: string
  })[]
  return Promise.all(
    items.map(async (item) => {
      const text = await readFile(join(folder, kind, `${item.text}.md`), "utf8")
      return { ...item, text: text.trimEnd() }
    }),
  )
}
