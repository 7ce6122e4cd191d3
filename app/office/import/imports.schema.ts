import { z } from "zod"
import { checkbox, choice, oneRow, optionalText, requiredLines, rowId } from "#app/kit/form/form-fields.ts"
import type { Fate } from "#app/kit/lib/imports.ts"
import { MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { CATEGORIES } from "#app/writing/news/news.schema.ts"

/** What may become of the posts of all categories. */
export const FATES = ["post", ...CATEGORIES.map((category) => `news:${category}` as const), "none"] as const

export const filesSchema = z.object({
  uploads: requiredLines("Les fichiers", 5_000),
  site: optionalText("L’adresse du site", MAX_URL_LENGTH),
})

const startSchema = z.object({
  id: rowId,
  posts: choice("Ce que deviennent les articles", FATES),
  pages: checkbox("Les pages"),
  episodes: checkbox("Les épisodes"),
  comments: checkbox("Les commentaires"),
  drafts: checkbox("Les brouillons"),
  copies: checkbox("La copie des fichiers"),
})

/** What can be asked for on the page of an import. */
export const importIntents = {
  start: startSchema,
  pause: oneRow,
  resume: oneRow,
  discard: oneRow,
  undo: oneRow,
}

/** What hosts choose for one category, by the name of its field. */
export const categoryField = (place: number) => `category-${place}` as const

/** @param typed as it was sent; empty where it goes like the others @param name of the category */
export function readFate(typed: string | undefined, name: string): Fate | undefined {
  if (typed === "own") return `news:${ownCategory(name)}`
  return FATES.find((fate) => fate === typed)
}

export const ownCategory = (name: string) => name.slice(0, 100).toWellFormed().trim() || "cko-news"
