import type { IconName } from "#app/kit/ui/icon.tsx"

/** What can be found beside the actions (search-actions.ts), in the order shown, and where all of it is listed. */
export const SEARCH_KINDS = {
  episode: { label: "Épisodes", icon: "mic", path: "/admin/episodes" },
  guest: { label: "Invités", icon: "user", path: "/admin/guests" },
  news: { label: "Actualités", icon: "newspaper", path: "/admin/news" },
  post: { label: "Articles du blog", icon: "pen-line", path: "/admin/blog" },
  page: { label: "Pages", icon: "file-text", path: "/admin/pages" },
  letter: { label: "Lettres", icon: "send", path: "/admin/letters" },
  medium: { label: "Médias", icon: "images", path: "/admin/media" },
  comment: { label: "Commentaires", icon: "message-square", path: "/admin/comments" },
  message: { label: "Messages", icon: "inbox", path: "/admin/messages" },
  user: { label: "Utilisateurs", icon: "users", path: "/admin/users" },
  subscriber: { label: "Abonnés newsletter", icon: "mail", path: "/admin/newsletter" },
  setting: { label: "Réglages", icon: "sliders-horizontal", path: "/admin/site" },
} as const satisfies Record<string, { label: string; icon: IconName; path: string }>

export type SearchKind = keyof typeof SEARCH_KINDS
