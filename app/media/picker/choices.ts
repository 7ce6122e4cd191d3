import type { PickedMedium } from "#app/kit/form/media-source.ts"
import type { MediaKind } from "#app/kit/lib/media.ts"
import { KINDS } from "../media.copy.ts"

/** A medium to choose, and how it looks in a list. */
export type Choice = PickedMedium & { thumbnail: string | null; facts: string[] }
export type Choices = { choices: Choice[]; hasMore: boolean }

const CHOICES_PATH = "/admin/media/choices"

type Query = { search: string; kinds: readonly MediaKind[]; page: number }

/** @throws when the library cannot be asked, or somebody is no longer signed in */
export async function fetchChoices({ search, kinds, page }: Query, signal: AbortSignal): Promise<Choices> {
  const parameters = new URLSearchParams({ q: search, kinds: kinds.join(","), page: String(page) })
  const response = await fetch(`${CHOICES_PATH}?${parameters}`, { signal, redirect: "error" })
  if (!response.ok) throw new Error(`the library answered ${response.status}`)
  return response.json()
}

/** What to do where there is nothing of the wanted kinds yet. */
export function emptyText([kind, ...others]: readonly MediaKind[]) {
  if (!kind || others.length > 0) return "La médiathèque est vide\u00a0: déposez ici une image ou un son."
  const many = KINDS[kind].many.toLowerCase()
  const some = /^[aeiou]/.test(many) ? `d’${many}` : `de ${many}`
  return `La médiathèque n’a pas encore ${some}\u00a0: déposez ici ce qu’il vous faut.`
}
