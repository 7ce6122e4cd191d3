import { siteSettings } from "./site-settings.server.ts"
import { podcast } from "./definitions/podcast.server.ts"

/** Whether the site still has the texts it came with although the podcast has another name. */
export function showsShippedTexts() {
  const { podcast: named, texts } = siteSettings()
  return named.name !== podcast.name.default && !texts.isNeutral
}

/** What to save so that nothing is left of the podcast that the site was made for: what nobody filled in is empty, or fits any podcast. */
export const WITHOUT_SHIPPED_TEXTS = { group: "texts", values: { isNeutral: true } } as const
