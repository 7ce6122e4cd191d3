import { Resolver } from "node:dns/promises"
import type { FoundTexts } from "./dns-records.ts"

type ResolveTexts = (name: string) => Promise<string[][]>

const TOTAL_MS = 4_000
/** As many as a domain reasonably has; the rest is nobody's business here. */
const MOST_TEXTS = 50

/**
 * What is published as text under some names of the DNS. Who does not answer within four seconds is not waited for.
 *
 * @returns by name; nothing for one that has no texts, undefined for one that could not be asked about
 */
export async function findTexts(names: string[], resolveTexts = ask()): Promise<FoundTexts> {
  const found = names.map(async (name) => [name, await textsAt(name, resolveTexts)] as const)
  return new Map(await Promise.all(found))
}

async function textsAt(name: string, resolveTexts: ResolveTexts) {
  try {
    // Long texts come in pieces that belong together.
    const texts = await resolveTexts(name)
    return texts.slice(0, MOST_TEXTS).map((pieces) => pieces.join("").slice(0, 4_000))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === "ENODATA" || code === "ENOTFOUND" ? [] : undefined
  }
}

function ask(): ResolveTexts {
  const resolver = new Resolver({ timeout: TOTAL_MS / 2, tries: 2 })
  setTimeout(() => resolver.cancel(), TOTAL_MS).unref()
  return (name) => resolver.resolveTxt(name)
}
