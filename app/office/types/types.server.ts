import { data } from "react-router"
import { can } from "#app/accounts/auth/permissions.schema.ts"
import { letterType } from "#app/audience/letters/manage/type.server.ts"
import type { ManagedType } from "#app/content/managed-type.server.ts"
import { setManagedTypes } from "#app/content/types.server.ts"
import { episodes } from "#app/podcast/episodes/type.server.ts"
import { guestType } from "#app/podcast/guests/type.server.ts"
import { posts } from "#app/writing/blog/type.server.ts"
import { news } from "#app/writing/news/type.server.ts"
import { pages } from "#app/writing/pages/type.server.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import { redirects } from "../redirects/type.server.ts"
import type { TypeEntry } from "../sidebar-entries.ts"
import { typePath } from "./forms.ts"

/** All that hosts manage by a list and a form, in the order in which what they have in common is shown. */
export const TYPES: ManagedType[] = [episodes, news, posts, pages, guestType, letterType, redirects]

setManagedTypes(TYPES)

/** The type that the page at an address is of. @throws 404 when there is none */
export function typeAt({ pathname }: URL) {
  const path = typePath(pathname)
  const type = TYPES.find(({ words }) => words.path === path)
  if (!type) throw data({ title: "Page non trouvée" }, { status: 404 })
  return type
}

/** What the sidebar and the search show of them; nothing to who may not open them. */
export function listTypeEntries(viewer: { role: Role }): TypeEntry[] {
  if (!can(viewer, "administration")) return []
  return TYPES.map(({ kind, label, icon, words, otherWords, startsFrom, pageOf }) => ({
    ...{ kind, label, icon, otherWords, startsFrom },
    to: words.path,
    new: words.new,
    hasPages: !pageOf,
  }))
}
