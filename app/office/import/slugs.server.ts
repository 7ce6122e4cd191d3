import { createHash } from "node:crypto"
import { inArray } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import type { blogPosts, customPages } from "#app/db/schema/content.server.ts"
import type { guests } from "#app/db/schema/guests.server.ts"
import { isSlug, readSlug, toSlug } from "#app/kit/lib/slugs.ts"

const MAX_SLUG = 200
/** Tried before a thing's own id goes into its slug. */
const ATTEMPTS = 20

type Named = { id: string; slug: string; title: string }

/**
 * A slug for each text or person: as its source has it where that is free, else with a number behind it.
 *
 * @param word what those begin with whose titles have no letter that may stand in one
 */
export async function freeSlugs(
  tx: Transaction,
  table: typeof blogPosts | typeof customPages | typeof guests,
  named: Named[],
  word = "texte",
) {
  const wanted = named.map(({ slug, title, id }) => {
    const [own, called] = [readSlug(slug), toSlug(title)].map((one) =>
      one.slice(0, MAX_SLUG - 8).replace(/-$/, ""),
    )
    return own || called || `${word}-${toSlug(id)}`
  })
  const numbered = (slug: string, number: number) => (number === 1 ? slug : `${slug}-${number}`)
  const candidates = wanted.flatMap((slug, index) => [
    ...Array.from({ length: ATTEMPTS }, (_, before) => numbered(slug, before + 1)),
    ...lastOf(slug, named[index]),
  ])
  const rows = await tx
    .select({ slug: table.slug })
    .from(table)
    .where(inArray(table.slug, [...new Set(candidates)]))
  const taken = new Set(rows.map(({ slug }) => slug))
  return wanted.map((slug, index) => {
    let number = 1
    while (number <= ATTEMPTS && taken.has(numbered(slug, number))) number += 1
    const last = lastOf(slug, named[index]).find((one) => isSlug(one) && !taken.has(one))
    const free = number <= ATTEMPTS ? numbered(slug, number) : (last ?? slug)
    taken.add(free)
    return free
  })
}

/** By the thing's own id, of which other letters may leave nothing. */
function lastOf(slug: string, { id }: Named = { id: "", slug: "", title: "" }) {
  const begin = slug.slice(0, MAX_SLUG - 60).replace(/-$/, "")
  const digest = createHash("sha256").update(id).digest("hex")
  return [`${begin}-${toSlug(id).slice(-50)}`, `${begin}-${digest.slice(0, 20)}`]
}
