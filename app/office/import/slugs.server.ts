import { inArray } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { isSlug, toSlug } from "#app/kit/lib/slugs.ts"
import { TEXT_TARGETS } from "./targets.server.ts"
import type { TextThing } from "./things.ts"

const MAX_SLUG = 200
/** Tried before a text's own id goes into its slug. */
const ATTEMPTS = 20

/** A slug for each text: as its source has it where that is free, else with a number behind it. */
export async function freeSlugs(tx: Transaction, target: "post" | "page", texts: TextThing[]) {
  const { table } = TEXT_TARGETS[target]
  const wanted = texts.map(({ slug, title, id }) => {
    const own = toSlug(decoded(slug))
      .slice(0, MAX_SLUG - 8)
      .replace(/-$/, "")
    return (
      own ||
      toSlug(title)
        .slice(0, MAX_SLUG - 8)
        .replace(/-$/, "") ||
      `texte-${toSlug(id)}`
    )
  })
  const numbered = (slug: string, number: number) => (number === 1 ? slug : `${slug}-${number}`)
  const candidates = new Set(
    wanted.flatMap((slug) => Array.from({ length: ATTEMPTS }, (_, index) => numbered(slug, index + 1))),
  )
  const rows = await tx
    .select({ slug: table.slug })
    .from(table)
    .where(inArray(table.slug, [...candidates]))
  const taken = new Set(rows.map(({ slug }) => slug))
  return wanted.map((slug, index) => {
    let number = 1
    while (number <= ATTEMPTS && taken.has(numbered(slug, number))) number += 1
    const own = `${slug.slice(0, MAX_SLUG - 60)}-${toSlug(texts[index]?.id ?? "").slice(-50)}`
    const free = number <= ATTEMPTS ? numbered(slug, number) : isSlug(own) ? own : slug
    taken.add(free)
    return free
  })
}

function decoded(slug: string) {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
