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

/** What the sidebar and the search know of a type. */
export type TypeEntry = {
  kind: string
  to: string
  label: string
  icon: IconName
  new: string
  otherWords?: string
}

/** In the order of the sidebar, types by their kind; those that are not named here stand behind `post`. */
const ORDER: (Entry | string)[] = [
  { to: "/admin/users", label: "Utilisateurs", icon: "users", permission: "administration" },
  "episode",
  "guest",
  { to: "/admin/transcripts", label: "Transcriptions", icon: "captions", permission: "administration" },
  {
    to: "/admin/comments",
    label: "Commentaires",
    icon: "message-square",
    permission: "moderation",
    waiting: "comments",
  },
  "news",
  { to: "/admin/media", label: "Médias", icon: "images", permission: "administration" },
  "page",
  {
    to: "/admin/messages",
    label: "Messages",
    icon: "inbox",
    permission: "administration",
    waiting: "messages",
  },
  { to: "/admin/newsletter", label: "Newsletter", icon: "mail", permission: "administration" },
  "letter",
  "post",
  { to: "/admin/feed", label: "Flux du podcast", icon: "rss", permission: "administration" },
  "redirect",
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

/** All entries of the sidebar. */
export function entriesWith(types: TypeEntry[]): Entry[] {
  const unnamed = types.filter(({ kind }) => !ORDER.includes(kind))
  const ofKind = (kind: string) => [
    ...types.filter((type) => type.kind === kind),
    ...(kind === "post" ? unnamed : []),
  ]
  return ORDER.flatMap((entry): Entry[] =>
    typeof entry === "string"
      ? ofKind(entry).map(({ to, label, icon }) => ({ to, label, icon, permission: "administration" }))
      : [entry],
  )
}

/** In the sidebar's footer, for everybody who is signed in. */
export const SETTINGS: Entry = {
  to: "/admin/settings",
  label: "Paramètres",
  icon: "settings",
  permission: "settings",
}
