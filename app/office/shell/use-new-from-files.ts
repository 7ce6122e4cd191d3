import type { TypeEntry } from "#app/content/managed-type.ts"
import { useNavigate } from "react-router"
import { itemAddress } from "#app/content/managed-type.ts"
import type { PickedMedium } from "#app/kit/form/media-source.ts"
import { CHANGED } from "#app/kit/form/unsaved.ts"
import { shownAt } from "../sidebar-entries.ts"

/** What a sound or pictures that are dropped on a type's list begin. */
const SAYS = { audio: "Un nouvel épisode avec ce son", image: "Une nouvelle galerie avec ces images" }

/** Opens a new item of what was dropped on a type's list: an episode of a sound, a gallery of pictures. */
export function useNewFromFiles(types: TypeEntry[]) {
  const navigate = useNavigate()
  /** Whoever went elsewhere meanwhile, or writes, is left there: a toast leads to what arrived. */
  const typeFor = (kinds: string[]) => {
    if (kinds.length === 0 || document.querySelector(`form[${CHANGED}]`)) return undefined
    const type = types.find(({ to }) => to === shownAt(location.pathname))
    return kinds.every((kind) => kind === type?.startsFrom) ? type : undefined
  }
  return {
    startFrom(media: PickedMedium[]) {
      const type = typeFor(media.map(({ kind }) => kind))
      if (!type) return
      const ids = media.map(({ id }) => id).join(",")
      void navigate(`${itemAddress(type.to, "new")}?media=${ids}`)
    },
    /** @param mimeTypes of files that are held over the page */
    saysFor(mimeTypes: string[]) {
      const startsFrom = typeFor(mimeTypes.map((type) => type.replace(/\/.*/, "")))?.startsFrom
      return startsFrom && SAYS[startsFrom]
    },
  }
}
