import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { hasLevels, listLevels } from "./levels/levels.server.ts"

/** What visitors read of how to support the podcast; undefined while there is nothing to read (docs/product.md 53.3). */
export async function findSupport() {
  const { text, links } = siteSettings().support
  const levels = await listLevels()
  if (text === "" && links.length === 0 && levels.length === 0) return undefined
  return {
    text,
    links,
    textHtml: await renderMarkdown(text),
    levels: await Promise.all(
      levels.map(async ({ description, ...level }) => ({
        ...level,
        descriptionHtml: await renderMarkdown(description),
      })),
    ),
  }
}

/** Whether there is a page about it, which others lead to then. */
export async function isSupportFilled() {
  const { text, links } = siteSettings().support
  return text !== "" || links.length > 0 || (await hasLevels())
}
