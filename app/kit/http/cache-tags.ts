/** By what a shared cache purges what it keeps. Cloudflare reads it under this name; others are told to (docs/scaling.md). */
export const CACHE_TAG = "cache-tag"

/** Every page has it, besides those of what it shows. */
export const ALL_PAGES = "all"
/** Every file of the library has it, besides its own. */
export const ALL_MEDIA = "media"

export const cacheTags = (tags: string[]) => [...new Set([ALL_PAGES, ...tags])].join()
export const mediumTag = (key: string) => `${ALL_MEDIA}/${key}`

/** What stands for a tag and for all of its kind. */
export const wholeOf = (tag: string) =>
  tag === ALL_MEDIA || tag.startsWith(`${ALL_MEDIA}/`) ? ALL_MEDIA : ALL_PAGES
