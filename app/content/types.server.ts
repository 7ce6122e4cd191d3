import { can, type Person } from "#app/kit/lib/rights.ts"
import type { TypeEntry } from "./managed-type.ts"
import type { ListedType, ManagedType } from "./managed-type.server.ts"

let known: readonly ListedType[] | undefined

/** Says which types there are: by app/office/types/types.server.ts, which alone may know all rooms. */
export function setTypes(types: readonly ListedType[]) {
  known = types
}

/** All types, for whatever is told of each of them. */
export function listedTypes() {
  if (!known) throw new Error("import app/office/types/types.server.ts first: it says which types there are")
  return known
}

const hasForm = (type: ListedType): type is ManagedType => "form" in type

/** Those that are managed by a list and a form. */
export const managedTypes = () => listedTypes().filter(hasForm)

/** The type that is called so, if it is one. */
export const findType = (kind: string) => listedTypes().find((type) => type.kind === kind)

/** The type that is called so, if it has a form. */
export const findManagedType = (kind: string) => managedTypes().find((type) => type.kind === kind)

/** What the sidebar and the search show of them; nothing to who may not open them. */
export function listTypeEntries(viewer: Person): TypeEntry[] {
  return listedTypes()
    .filter(({ permission }) => can(viewer, permission))
    .map((type) => {
      const { kind, label, icon, words, permission } = type
      return {
        kind,
        label,
        icon,
        permission,
        to: words.path,
        ...(hasForm(type) && { new: words.new, startsFrom: type.startsFrom }),
      }
    })
}
