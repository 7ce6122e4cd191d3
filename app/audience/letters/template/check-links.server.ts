import { inArray } from "drizzle-orm"
import { isReserved, pathKey } from "#app/base/redirects/addresses.ts"
import { listSitePages } from "#app/base/redirects/site-pages.server.ts"
import { findRedirect } from "#app/base/redirects/snapshot.server.ts"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { type LetterCheck, shortened, warning } from "./letter-check.ts"

export type LinkOptions = { guard?: AddressGuard; totalMs?: number }

const MOST = 40
const AT_ONCE = 6
const TOTAL_MS = 8_000

/**
 * What is wrong with the addresses that a letter leads to and takes pictures from. Those of other sites are asked, so many at
 * once and for so long; those of this one are looked up.
 *
 * @param addresses in full
 */
export async function checkLinks(addresses: string[], publicUrl: string, options: LinkOptions = {}) {
  const all = [...new Set(addresses.map((address) => address.replace(/#.*$/, "")))]
  const origin = new URL(publicUrl).origin
  const web = all.filter((address) => /^https?:/i.test(address) && URL.canParse(address))
  const own = web.filter((address) => new URL(address).origin === origin)
  const others = web.filter((address) => new URL(address).origin !== origin)
  const [ownFound, othersFound] = await Promise.all([
    checkOwn(own),
    askOthers(others.slice(0, MOST), options),
  ])
  const found = [...ownFound, ...othersFound]
  if (others.length > MOST)
    found.push(warning(`${others.length - MOST} liens n’ont pas été essayés\u00a0: la lettre en a beaucoup.`))
  const isFine = found.length === 0 && web.length > 0
  return isFine ? [{ level: "ok", text: "Tous les liens répondent." } satisfies LetterCheck] : found
}

async function checkOwn(addresses: string[]): Promise<LetterCheck[]> {
  const paths = new Map(addresses.map((address) => [new URL(address).pathname, address]))
  const keys = [...paths.keys()].flatMap((path) => mediaKey(path) ?? [])
  const [pages, ready] = await Promise.all([listSitePages([...paths.keys()]), readyMedia(keys)])
  const isThere = (path: string) => {
    const key = mediaKey(path)
    if (key !== undefined) return ready.has(key)
    // What the site answers itself, archives of letters included, is no page of rows.
    const isOfCode = isReserved(pathKey(path)) || /^\/(?:lettres|newsletter|starter|brand)(?:\/|$)/.test(path)
    return (
      isOfCode || pages.has(path) || pages.has(path.replace(/\/$/, "")) || findRedirect(path) !== undefined
    )
  }
  return [...paths]
    .filter(([path]) => !isThere(path))
    .map(([, address]) => ({
      level: "error",
      text: `${shortened(address)} ne mène à rien que tout le monde puisse voir sur ce site.`,
    }))
}

async function readyMedia(keys: string[]) {
  if (keys.length === 0) return new Set<string>()
  const rows = await db
    .select({ key: media.key, state: media.state })
    .from(media)
    .where(inArray(media.key, keys))
  return new Set(rows.filter(({ state }) => state === "ready").map(({ key }) => key))
}

async function askOthers(addresses: string[], options: LinkOptions): Promise<LetterCheck[]> {
  const waiting = [...addresses]
  const found: LetterCheck[] = []
  const signal = AbortSignal.timeout(options.totalMs ?? TOTAL_MS)
  const ask = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const check = await askOne(next, signal, options.guard)
      if (check) found.push(check)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  // The same each time, whoever answered first.
  return found.toSorted((one, other) => one.text.localeCompare(other.text))
}

async function askOne(
  address: string,
  signal: AbortSignal,
  guard: AddressGuard | undefined,
): Promise<LetterCheck | undefined> {
  const name = shortened(address)
  if (signal.aborted) return warning(`${name} n’a pas pu être essayé à temps.`)
  try {
    const { close } = await guardedFetch(address, { guard, signal, maxBytes: Infinity, totalMs: Infinity })
    close()
    return undefined
  } catch (error) {
    if (signal.aborted) return warning(`${name} n’a pas répondu à temps.`)
    if (!(error instanceof FetchError)) return warning(`${name} ne répond pas.`)
    const status = error.answer?.status
    if (status === 404 || status === 410)
      return { level: "error", text: `${name} n’existe pas ou plus (réponse ${status}).` }
    // Many refuse whoever is no browser: that says nothing of what readers find.
    if (status !== undefined && status < 500) return undefined
    if (status !== undefined) return warning(`${name} répond par une erreur (${status}).`)
    if (error.reason === "address") return warning(`${name} ne mène pas à un site public.`)
    return warning(`${name} ne répond pas.`)
  }
}
