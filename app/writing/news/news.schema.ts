export const NEWS_PER_PAGE = 24

/** The longest excerpt on a card, in characters. */
export const EXCERPT_LENGTH = 220

export const MEDIA_TYPES = ["article", "image", "video"] as const

export const MEDIA_TYPE_LABELS: Record<(typeof MEDIA_TYPES)[number], string> = {
  article: "Article",
  image: "Image",
  video: "Vidéo",
}

/** What the form offers; imported items may have others. */
export const CATEGORIES = ["cko-news", "interview", "event", "music", "hip-hop-culture"] as const

/** By the value that items have, how hosts call the known categories. */
export type CategoryLabels = Record<string, string>

/** Unknown categories are shown as they are. */
export function categoryLabel(category: string, labels: CategoryLabels) {
  return (Object.hasOwn(labels, category) && labels[category]) || category
}

type Pictured = {
  mediaType: (typeof MEDIA_TYPES)[number]
  mediaUrl: string | null
  thumbnailUrl: string | null
}

/** What stands for an item in small: its thumbnail, else an image itself; null when there is neither. */
export function pictureOf({ mediaType, mediaUrl, thumbnailUrl }: Pictured) {
  return thumbnailUrl ?? (mediaType === "image" ? mediaUrl : null)
}

/** The address of an item's film for pages of other sites. */
export const filmAddress = (id: number) => `/embed/news/${id}`
/** Of its frame, in pixels, at the usual width. */
export const FILM_HEIGHT = 400

/** What the news page shows: it is all in its address. */
export type NewsView = { tab: "actualites" | "galeries"; category: string | undefined }

export function parseNewsView(parameters: URLSearchParams): NewsView {
  const category = parameters.get("category")?.replaceAll("\0", "").slice(0, 100)
  return {
    tab: parameters.get("tab") === "galeries" ? "galeries" : "actualites",
    category: category || undefined,
  }
}

export function newsAddress({ tab, category }: NewsView, page = 1) {
  const parameters = new URLSearchParams()
  if (tab === "galeries") parameters.set("tab", tab)
  if (category !== undefined) parameters.set("category", category)
  if (page > 1) parameters.set("page", String(page))
  return parameters.size > 0 ? `/news?${parameters}` : "/news"
}
