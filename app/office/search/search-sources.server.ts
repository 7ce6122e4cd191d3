import { desc, isNull, sql } from "drizzle-orm"
import type { Permission } from "#app/accounts/auth/permissions.schema.ts"
import { listAllComments } from "#app/audience/comments/moderation.server.ts"
import { listMessages } from "#app/audience/contact/contact.server.ts"
import { letterAddress } from "#app/audience/letters/manage/letter-list.ts"
import { STATE_LABELS } from "#app/audience/letters/manage/letters.copy.ts"
import { findSettings } from "#app/base/settings/find-settings.server.ts"
import { ROLE_LABELS } from "#app/kit/lib/roles.ts"
import { listAddress } from "#app/content/lists/list-view.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { hasWords } from "#app/kit/lib/search-words.ts"
import { KINDS } from "#app/media/media.copy.ts"
import { findTitled } from "./find-titled.server.ts"
import { SEARCH_KINDS, type SearchKind } from "./search-kinds.ts"
import { type Hit, HITS_PER_KIND } from "./search-results.ts"

type Source = {
  /** Who may find it. */
  permission: Permission
  /** @param search not empty. @returns at most `HITS_PER_KIND` */
  find: (search: string) => Promise<Hit[]>
}

/** Where each kind is looked for. */
export const SOURCES: Record<SearchKind, Source> = {
  episode: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(episodes, search, {
        fields: { title: episodes.title, guest: episodes.guest, isPublished: episodes.isPublished },
        orderBy: [desc(episodes.publishedAt), desc(episodes.id)],
      })
      return rows.map((row) => edited("episode", row, [row.guest, draftMark(row)]))
    },
  },
  guest: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(guests, search, {
        fields: { title: guests.name, role: guests.role },
        orderBy: [sql`${guests.name} asc`, sql`${guests.id} asc`],
      })
      return rows.map((row) => edited("guest", row, [row.role]))
    },
  },
  news: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(news, search, {
        fields: { title: news.title, isPublished: news.isPublished },
        orderBy: [desc(news.createdAt), desc(news.id)],
      })
      return rows.map((row) => edited("news", row, [draftMark(row)]))
    },
  },
  post: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(blogPosts, search, {
        fields: { title: blogPosts.title, isPublished: blogPosts.isPublished },
        orderBy: [desc(blogPosts.createdAt), desc(blogPosts.id)],
      })
      return rows.map((row) => edited("post", row, [draftMark(row)]))
    },
  },
  page: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(customPages, search, {
        fields: { title: customPages.title, slug: customPages.slug, isPublished: customPages.isPublished },
        orderBy: [desc(customPages.createdAt), desc(customPages.id)],
      })
      return rows.map((row) => edited("page", row, [`/${row.slug}`, draftMark(row)]))
    },
  },
  letter: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(letters, search, {
        fields: { title: letters.title, state: letters.state },
        orderBy: [desc(letters.createdAt), desc(letters.id)],
      })
      return rows.map((row) => ({
        id: String(row.id),
        title: row.title,
        detail: STATE_LABELS[row.state],
        to: letterAddress(Number(row.id)),
      }))
    },
  },
  medium: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(media, search, {
        fields: { title: media.title, kind: media.kind },
        orderBy: [desc(media.createdAt), desc(media.id)],
      })
      return rows.map((row) => edited("medium", row, [KINDS[row.kind].one]))
    },
  },
  comment: {
    permission: "moderation",
    async find(search) {
      const rows = await listAllComments({ search, limit: HITS_PER_KIND, offset: 0 })
      return rows.map(({ id, authorName, content, episodeTitle }) =>
        listed("comment", id, authorName, findable(content, authorName), [excerpt(content), episodeTitle]),
      )
    },
  },
  message: {
    permission: "administration",
    async find(search) {
      const look = (filters: Record<string, string>) =>
        listMessages({ search, filters, limit: HITS_PER_KIND, offset: 0 })
      const [inbox, archive] = await Promise.all([look({}), look({ dossier: "archives" })])
      const hits = (rows: typeof inbox, filters: Record<string, string>) =>
        rows.map(({ id, name, subject, createdAt }) => ({
          ...listed(
            "message",
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
  user: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(users, search, {
        fields: { email: users.email, role: users.role },
        orderBy: [desc(users.createdAt), desc(users.id)],
      })
      return rows.map(({ id, email, role }) => listed("user", id, email, email, [ROLE_LABELS[role]]))
    },
  },
  subscriber: {
    permission: "administration",
    async find(search) {
      const rows = await findTitled(subscribers, search, {
        fields: { email: subscribers.email, name: subscribers.name },
        orderBy: [desc(subscribers.createdAt), desc(subscribers.id)],
        where: isNull(subscribers.unsubscribedAt),
      })
      return rows.map(({ id, email, name }) => listed("subscriber", id, email, email, [name]))
    },
  },
  setting: {
    permission: "administration",
    find: async (search) =>
      findSettings(search)
        .slice(0, HITS_PER_KIND)
        .map(({ to, label, group }) => ({ id: to, title: label, detail: group, to })),
  },
}

type Details = (string | false)[]

/** What a form of its own edits. */
function edited(
  kind: SearchKind,
  { id, title }: { id: number | string; title: string },
  details: Details,
): Hit {
  return {
    id: String(id),
    title,
    detail: joined(details),
    to: listAddress(SEARCH_KINDS[kind].path, { search: "", page: 1, filters: {} }, id),
  }
}

/** What has no page of its own: its list, narrowed down to it. */
function listed(
  kind: SearchKind,
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
    to: listAddress(SEARCH_KINDS[kind].path, { search, page: 1, filters }),
  }
}

const joined = (details: Details) => details.filter(Boolean).join(" · ")

const draftMark = ({ isPublished }: { isPublished: boolean }) => !isPublished && "Brouillon"

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
