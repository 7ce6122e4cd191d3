import { desc, isNull } from "drizzle-orm"
import type { Viewer } from "#app/accounts/auth/viewer.server.ts"
import { listReachedBy } from "#app/content/reach.server.ts"
import type { Permission } from "#app/kit/lib/rights.ts"
import { listAllComments } from "#app/audience/comments/moderation.server.ts"
import { listMessages } from "#app/audience/contact/contact.server.ts"
import { findSettings } from "#app/base/settings/find-settings.server.ts"
import { listAddress } from "#app/content/lists/list-view.ts"
import type { ListedType } from "#app/content/managed-type.server.ts"
import { itemAddress } from "#app/content/managed-type.ts"
import { managedRow } from "#app/content/shown-type.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { ROLE_LABELS } from "#app/kit/lib/roles.ts"
import { hasWords } from "#app/kit/lib/search-words.ts"
import { TYPES } from "../types/types.server.ts"
import { findTitled } from "./find-titled.server.ts"
import { type Hit, type HitGroup, HITS_PER_KIND } from "./search-results.ts"

type Source = Omit<HitGroup, "hits"> & {
  /** Who may find it. */
  permission: Permission
  /** @param search not empty. @returns at most `HITS_PER_KIND` */
  find: (search: string) => Promise<Hit[]>
}

/** Where each kind is looked for, in the order shown. */
export const listSources = (viewer: Viewer): Source[] => [
  ...TYPES.map((type) => sourceOf(type, viewer)),
  ...OTHERS,
]

function sourceOf(type: ListedType, viewer: Viewer): Source {
  const { kind, words, icon } = type
  const list = listReachedBy(type, viewer)
  return {
    kind,
    icon,
    label: words.plural,
    path: words.path,
    permission: type.permission,
    async find(search) {
      const { table, columns, rows } = list
      const found = await findTitled(table, search, {
        fields: { ...columns, title: list.title },
        orderBy: rows.orderBy({}),
        contains: rows.matching({ search }),
      })
      return found.map((row) => hitOf(type, { ...row, id: Number(row.id), title: String(row.title) }))
    },
  }
}

function hitOf(type: ListedType, row: { id: number; title: string }): Hit {
  const { badge, details } = managedRow(type, row, { now: new Date() })
  return {
    id: String(row.id),
    title: row.title,
    detail: joined([badge?.variant === "default" ? "" : badge?.label, ...details]),
    to: itemAddress(type.words.path, row.id),
  }
}

const OTHERS: Source[] = [
  {
    kind: "comment",
    label: "Commentaires",
    icon: "message-square",
    path: "/admin/comments",
    permission: "moderation",
    async find(search) {
      const rows = await listAllComments({ search, limit: HITS_PER_KIND, offset: 0 })
      return rows.map(({ id, authorName, content, episodeTitle }) =>
        listed("/admin/comments", id, authorName, findable(content, authorName), [
          excerpt(content),
          episodeTitle,
        ]),
      )
    },
  },
  {
    kind: "message",
    label: "Messages",
    icon: "inbox",
    path: "/admin/messages",
    permission: "administration",
    async find(search) {
      const look = (filters: Record<string, string>) =>
        listMessages({ search, filters, limit: HITS_PER_KIND, offset: 0 })
      const [inbox, archive] = await Promise.all([look({}), look({ dossier: "archives" })])
      const hits = (rows: typeof inbox, filters: Record<string, string>) =>
        rows.map(({ id, name, subject, createdAt }) => ({
          ...listed(
            "/admin/messages",
            id,
            subject,
            findable(subject, name),
            [name, formatLongDate(createdAt)],
            filters,
          ),
        }))
      return [...hits(inbox, {}), ...hits(archive, { dossier: "archives" })].slice(0, HITS_PER_KIND)
    },
  },
  {
    kind: "user",
    label: "Utilisateurs",
    icon: "users",
    path: "/admin/users",
    permission: "administration",
    async find(search) {
      const rows = await findTitled(users, search, {
        fields: { email: users.email, role: users.role },
        orderBy: [desc(users.createdAt), desc(users.id)],
      })
      return rows.map(({ id, email, role }) => listed("/admin/users", id, email, email, [ROLE_LABELS[role]]))
    },
  },
  {
    kind: "subscriber",
    label: "Abonnés newsletter",
    icon: "mail",
    path: "/admin/newsletter",
    permission: "administration",
    async find(search) {
      const rows = await findTitled(subscribers, search, {
        fields: { email: subscribers.email, name: subscribers.name },
        orderBy: [desc(subscribers.createdAt), desc(subscribers.id)],
        where: isNull(subscribers.unsubscribedAt),
      })
      return rows.map(({ id, email, name }) => listed("/admin/newsletter", id, email, email, [name]))
    },
  },
  {
    kind: "setting",
    label: "Réglages",
    icon: "sliders-horizontal",
    path: "/admin/site",
    permission: "administration",
    find: async (search) =>
      findSettings(search)
        .slice(0, HITS_PER_KIND)
        .map(({ to, label, group }) => ({ id: to, title: label, detail: group, to })),
  },
]

type Details = (string | false | null | undefined)[]

/** What has no page of its own: its list, narrowed down to it. */
function listed(
  path: string,
  id: number | string,
  title: string,
  search: string,
  details: Details,
  filters: Record<string, string> = {},
): Hit {
  return {
    id: String(id),
    title,
    detail: joined(details),
    to: listAddress(path, { search, page: 1, filters }),
  }
}

const joined = (details: Details) => details.filter(Boolean).join(" · ")

/** The beginning of a text, as its list finds it again: searches are one line with single spaces. */
function findable(text: string, instead = "") {
  const [line = ""] = text.trim().split(/\s{2,}|[^\S ]/)
  const beginning = line.slice(0, 80).trim()
  return hasWords(beginning) ? beginning : instead
}

function excerpt(text: string) {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 90 ? `${line.slice(0, 90).trimEnd()}…` : line
}
