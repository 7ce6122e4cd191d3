import type { GroupName } from "./groups.ts"

/** A public page as it would be with settings that are not saved (server/site-preview.ts). */
export const SITE_PREVIEW = "/admin/site/preview"

/** The pages that hosts look at while they choose. */
export const TRIED_PAGES = {
  home: "Accueil",
  about: "À propos",
  episode: "Épisode",
  article: "Article",
  contact: "Contact",
} as const
export type TriedPage = keyof typeof TRIED_PAGES

/** On which pages one sees what a group says. */
export const SHOWN_ON: Partial<Record<GroupName, readonly TriedPage[]>> = {
  podcast: ["home", "about"],
  presentation: ["home", "about"],
  appearance: ["home", "episode", "article"],
  navigation: ["home"],
  texts: ["home", "episode", "contact"],
  links: ["home", "episode"],
}
