import { contentsOfSite } from "#app/db/starter/marked.server.ts"
import { podcastName, siteSettings } from "./site-settings.server.ts"
import { podcast } from "./definitions/podcast.server.ts"

/** Whether the site still has the texts it came with although the podcast has another name. */
export function showsShippedTexts() {
  const { podcast: named, texts } = siteSettings()
  return named.name !== podcast.name.default && !texts.isNeutral
}

/** What to save so that nothing is left of the podcast that the site was made for: what nobody filled in is empty, or fits any podcast. */
export const WITHOUT_SHIPPED_TEXTS = { group: "texts", values: { isNeutral: true } } as const
/** For that podcast itself, on a site that began without its texts. */
export const WITH_SHIPPED_TEXTS = { group: "texts", values: { isNeutral: false } } as const

/**
 * Whether the feed would go out under a name that nobody chose. Until hosts name the podcast only the example's feed is
 * shown, while there is nothing beside the example.
 */
export async function isFeedWithheld() {
  if (podcastName().isNamed) return false
  const { hasStarter, hasOwn } = await contentsOfSite()
  return hasOwn || !hasStarter
}
