import type { ContentKind } from "#app/lib/content-kinds.ts"

const MANAGERS: Record<ContentKind, string> = {
  episode: "/admin/episodes",
  news: "/admin/news",
  post: "/admin/blog",
  page: "/admin/pages",
  letter: "/admin/letters",
}

export const KIND_NAMES: Record<ContentKind, string> = {
  episode: "Épisode",
  news: "Actualité",
  post: "Article",
  page: "Page",
  letter: "Lettre",
}

/** Where an item is edited. */
export function itemAddress(kind: ContentKind, id: number) {
  return `${MANAGERS[kind]}?edit=${id}`
}

/** Where a draft is taken up again. @param itemId null for what was never saved */
export function draftAddress(kind: ContentKind, id: number, itemId: number | null) {
  return itemId === null ? `${MANAGERS[kind]}?draft=${id}` : `${itemAddress(kind, itemId)}&draft=${id}`
}
