import {
  FileText,
  Inbox,
  type LucideIcon,
  Mail,
  MessageSquare,
  Mic,
  Newspaper,
  PenLine,
  Settings,
  ShieldCheck,
  Users,
} from "lucide-react"
import type { Permission } from "../users/users.schema.ts"

/** More is not counted, but shown as « 99+ ». */
export const MOST_WAITING = 99

/** How much waits for somebody, by what it is, up to one more than `MOST_WAITING`. */
export type Waiting = { comments: number; messages: number }

type Entry = {
  to: string
  label: string
  Icon: LucideIcon
  permission: Permission
  /** What of it may wait for somebody. */
  waiting?: keyof Waiting
}

export const ENTRIES: Entry[] = [
  { to: "/admin/users", label: "Utilisateurs", Icon: Users, permission: "administration" },
  { to: "/admin/episodes", label: "Épisodes", Icon: Mic, permission: "administration" },
  {
    to: "/admin/comments",
    label: "Commentaires",
    Icon: MessageSquare,
    permission: "moderation",
    waiting: "comments",
  },
  { to: "/admin/news", label: "Actualités", Icon: Newspaper, permission: "administration" },
  { to: "/admin/pages", label: "Pages", Icon: FileText, permission: "administration" },
  {
    to: "/admin/messages",
    label: "Messages",
    Icon: Inbox,
    permission: "administration",
    waiting: "messages",
  },
  { to: "/admin/newsletter", label: "Newsletter", Icon: Mail, permission: "administration" },
  { to: "/admin/blog", label: "Blog", Icon: PenLine, permission: "administration" },
  {
    to: "/admin/personal-data",
    label: "Données personnelles",
    Icon: ShieldCheck,
    permission: "administration",
  },
]

/** In the sidebar's footer, for everybody who is signed in. */
export const SETTINGS: Entry = {
  to: "/admin/settings",
  label: "Paramètres",
  Icon: Settings,
  permission: "settings",
}
