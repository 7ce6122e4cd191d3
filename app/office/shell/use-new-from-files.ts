import type { TypeEntry } from "#app/content/managed-type.ts"
import { useNavigate } from "react-router"
import { itemAddress } from "#app/content/managed-type.ts"
import type { PickedMedium } from "#app/kit/form/media-source.ts"
import { CHANGED } from "#app/kit/form/unsaved.ts"
import { shownAt } from "../sidebar-entries.ts"

/** Opens a new item of what was dropped on a type's list: an episode of a sound, a gallery of pictures. */
export function useNewFromFiles(types: TypeEntry[]) {
  const navigate = useNavigate()
  return (media: PickedMedium[]) => {
    // Whoever went elsewhere meanwhile, or writes, is left there: a toast leads to what arrived.
    if (document.querySelector(`form[${CHANGED}]`)) return
    const type = types.find(({ to }) => to === shownAt(location.pathname))
    if (!type?.startsFrom || media.length === 0 || media.some(({ kind }) => kind !== type.startsFrom)) return
    const ids = media.map(({ id }) => id).join(",")
    void navigate(`${itemAddress(type.to, "new")}?media=${ids}`)
  }
}
