import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { FurtherMedium } from "./news-media.server.ts"
import { type Album, mediaOf } from "./shown-media.ts"

/**
 * The media of a page's items, as the lightbox goes through them. The further ones of an item are asked for when one of them, or
 * a neighbour, comes into sight: a gallery may have hundreds, and most pages are only looked over.
 *
 * @param openKey what is open in full size
 */
export function useShownMedia(items: readonly Album[], openKey: string | undefined) {
  const [known, setKnown] = useState<ReadonlyMap<number, FurtherMedium[] | "failed">>(new Map())
  const asked = useRef(new Set<number>())
  const media = mediaOf(items, known)
  const openIndex = openKey === undefined ? -1 : media.findIndex(({ key }) => key === openKey)

  const load = async (itemId: number) => {
    asked.current.add(itemId)
    const further = await fetchFurther(itemId).catch(() => "failed" as const)
    // Asked for again by the next move.
    if (further === "failed") asked.current.delete(itemId)
    setKnown((before) => new Map(before).set(itemId, further))
  }
  const prepare = useEffectEvent(() => {
    const near = new Set([0, -1, 1].map((step) => media[openIndex + step]?.itemId))
    for (const { id, further } of items) {
      if (further > 0 && near.has(id) && !asked.current.has(id)) void load(id)
    }
  })
  useEffect(() => {
    if (openIndex !== -1) prepare()
  }, [openIndex])

  return { media, openIndex }
}

async function fetchFurther(itemId: number): Promise<FurtherMedium[]> {
  const response = await fetch(`/news/galeries/${itemId}/media`)
  if (!response.ok) throw new Error(`status ${response.status}`)
  const { media } = await response.json()
  return media
}
