import { can, type Person } from "#app/kit/lib/rights.ts"
import type { TypeEntry } from "./managed-type.ts"
import type { ManagedType } from "./managed-type.server.ts"

let known: readonly ManagedType[] | undefined

/** Says which types there are: by app/office/types/types.server.ts, which alone may know all rooms. */
export function setManagedTypes(types: readonly ManagedType[]) {
  known = types
}

/** All types, for whatever is told of each of them. */
export function managedTypes() {
  if (!known) throw new Error("import app/office/types/types.server.ts first: it says which types there are")
  return known
}

/** The type that is called so, if it is one. */
export const findType = (kind: string) => managedTypes().find((type) => type.kind === kind)

/** What the sidebar and the search show of them; nothing to who may not open them. */
export function listTypeEntries(viewer: Person): TypeEntry[] {
  return managedTypes()
    .filter(({ permission }) => can(viewer, permission))
    .map((type) => {
      const { kind, label, icon, words, otherWords, startsFrom, pageOf, permission } = type
      return {
        ...{ kind, label, icon, otherWords, startsFrom, permission },
        to: words.path,
        new: words.new,
        hasPages: !pageOf,
      }
    })
}
