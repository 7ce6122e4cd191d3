import { useState } from "react"
import { useRevalidator } from "react-router"
import type { LoadedDrafts } from "./form-drafts.server.ts"

type Page = {
  type: { kind: string; hasDrafts?: true }
  drafts: LoadedDrafts
  edited: { id: number } | null
}

/** The page's drafts, and which draft its form is kept in since it was opened. */
export function useFormDrafts({ type: { kind, hasDrafts }, drafts, edited }: Page) {
  const [made, setMade] = useState<number>()
  const [lastKept, setLastKept] = useState<string>()
  const { revalidate } = useRevalidator()
  if (!hasDrafts) return null
  const known = [drafts.userDraft, ...drafts.newDrafts].some((draft) => draft?.id === made)
  const keptAs = drafts.isDraftOpen ? (drafts.userDraft?.id ?? null) : known ? (made ?? null) : null
  return {
    ...drafts,
    kind,
    itemId: edited?.id ?? null,
    keptAs,
    keptAt: keptAs === null ? undefined : (lastKept ?? drafts.userDraft?.savedAt),
    onSaved: setLastKept,
    // So that the page shows it, too.
    onKept: (id: number) => {
      setMade(id)
      void revalidate()
    },
  }
}
