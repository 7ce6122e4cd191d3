import type { Permission } from "#app/accounts/auth/permissions.schema.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"

/** How much waits for somebody, by what it is, up to one more than `MOST`. */
export type Waiting = { comments: number; messages: number }

type Entry = {
  to: string
  label: string
  icon: IconName
  permission: Permission
  /** What of it may wait for somebody. */
  waiting?: keyof Waiting
}

export const ENTRIES: Entry[] = [
  { to: "/admin/users", label: "Utilisateurs", icon: "users", permission: "administration" },
  { to: "/admin/episodes", label: "Épisodes", icon: "mic", permission: "administration" },
  { to: "/admin/guests", label: "Invités", icon: "user", permission: "administration" },
  { to: "/admin/transcripts", label: "Transcriptions", icon: "captions", permission: "administration" },
  {
    to: "/admin/comments",
    label: "Commentaires",
    icon: "message-square",
    permission: "moderation",
    waiting: "comments",
  },
  { to: "/admin/news", label: "Actualités", icon: "newspaper", permission: "administration" },
  { to: "/admin/media", label: "Médias", icon: "images", permission: "administration" },
  { to: "/admin/pages", label: "Pages", icon: "file-text", permission: "administration" },
  {
    to: "/admin/messages",
    label: "Messages",
    icon: "inbox",
    permission: "administration",
    waiting: "messages",
  },
  { to: "/admin/newsletter", label: "Newsletter", icon: "mail", permission: "administration" },
  { to: "/admin/letters", label: "Lettres", icon: "send", permission: "administration" },
  { to: "/admin/blog", label: "Blog", icon: "pen-line", permission: "administration" },
  { to: "/admin/feed", label: "Flux du podcast", icon: "rss", permission: "administration" },
  { to: "/admin/redirects", label: "Redirections", icon: "signpost", permission: "administration" },
  {
    to: "/admin/personal-data",
    label: "Données personnelles",
    icon: "shield-check",
    permission: "administration",
  },
  { to: "/admin/site", label: "Réglages du site", icon: "sliders-horizontal", permission: "administration" },
  { to: "/admin/log", label: "Journal", icon: "history", permission: "administration" },
  { to: "/admin/health", label: "Santé du site", icon: "heart-pulse", permission: "administration" },
]

/** In the sidebar's footer, for everybody who is signed in. */
export const SETTINGS: Entry = {
  to: "/admin/settings",
  label: "Paramètres",
  icon: "settings",
  permission: "settings",
}
