import type { Fate, ImportChoices } from "#app/kit/lib/imports.ts"
import type { TextThing } from "./things.ts"

/** What the host's choices make of a text without a sound; no target where it stays away. */
export function fateOf(
  text: TextThing,
  choices: ImportChoices,
): { target?: "post" | "page" | "news"; category?: string } {
  if (!choices.drafts && text.state !== "published") return {}
  if (text.type === "news")
    return choices.news ? { target: "news", category: text.news?.category ?? undefined } : {}
  if (text.type === "page") return choices.pages ? { target: "page" } : {}
  // Another site may call a category `constructor`.
  const own = text.categories.find((id) => Object.hasOwn(choices.categories, id))
  return read((own === undefined ? undefined : choices.categories[own]) ?? choices.posts)
}

function read(fate: Fate) {
  if (fate === "none") return {}
  if (fate === "post") return { target: "post" as const }
  return { target: "news" as const, category: fate.slice("news:".length) }
}
