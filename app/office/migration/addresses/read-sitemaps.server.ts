import { setImmediate as nextTurn } from "node:timers/promises"
import { Parser } from "htmlparser2"
import { pathKey } from "#app/base/redirects/addresses.ts"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { LedHereError } from "#app/podcast/feeds-in/feed-error.ts"
import { isOwnAddress } from "#app/podcast/feeds-in/own-address.server.ts"
import { ImportError } from "../../import/import-error.ts"
import { unpacked } from "../../import/unpacked.server.ts"

/** What another site's sitemap (https://www.sitemaps.org/protocol.html) says. */
export type SiteMap =
  | { outcome: "here" }
  | { outcome: "away"; reason: string }
  /** It answers, and nothing that it answers is a sitemap. */
  | { outcome: "none" }
  | {
      outcome: "there"
      /** Paths with their queries, each once. */
      paths: string[]
      /** There is more of it than is read. */
      isCut: boolean
      /** Files that it names and that could not be read. */
      unread: number
      /** Addresses of other sites in it. */
      foreign: number
    }

const MAX_PATHS = 10_000
const MAX_FILES = 20
/** Of all files together, unpacked; the protocol allows as much for each. */
const MAX_BYTES = 50_000_000
const MAX_ROBOTS_BYTES = 500_000
/** Longer than people wait. */
const MAX_MS = 45_000
/** Read at a time, between which others have their turn. */
const PIECE_BYTES = 16_384
const WAYS = ["sitemap.xml", "sitemap_index.xml", "wp-sitemap.xml"]

/**
 * Reads the sitemap of another site: the one that was typed, those that its `robots.txt` names, or where they usually are; indexes one
 * level deep. Nothing is stored.
 *
 * @param site its address, or that of its sitemap
 */
export async function readSitemaps(site: string, guard?: AddressGuard): Promise<SiteMap> {
  const reader = createReader(site, guard)
  try {
    const named = /\.xml(\.gz)?$/i.test(new URL(site).pathname) ? [site] : await reader.findNamed()
    for (const address of named) await reader.read(address)
    for (const address of reader.guesses()) if (!reader.isAny()) await reader.read(address, true)
  } catch (error) {
    if (error instanceof LedHereError) return { outcome: "here" }
    if (error instanceof FetchError) return { outcome: "away", reason: describe(error) }
    throw error
  }
  return reader.result()
}

function createReader(site: string, guard: AddressGuard | undefined) {
  const ownHost = hostOf(getSettings().publicUrl)
  const hosts = new Set([hostOf(site), ownHost])
  const paths = new Map<string, string>()
  const asked = new Set<string>()
  const until = performance.now() + MAX_MS
  let bytesLeft = MAX_BYTES
  let isCut = false
  let isAnswered = false
  let isAny = false
  let unread = 0
  let foreign = 0
  let problem: FetchError | undefined

  /** The bytes of a file there, unpacked. */
  async function* open(address: string, maxBytes: number) {
    const totalMs = Math.max(1, Math.round(until - performance.now()))
    const { url, body } = await guardedFetch(address, {
      guard,
      maxBytes,
      totalMs,
      onAddress(next) {
        if (isOwnAddress(next)) throw new LedHereError(next, false)
      },
    })
    isAnswered = true
    hosts.add(hostOf(url))
    yield* unpacked(body)
  }

  async function findNamed() {
    try {
      let text = ""
      const decoder = new TextDecoder()
      for await (const chunk of open(new URL("/robots.txt", site).href, MAX_ROBOTS_BYTES))
        if (text.length < MAX_ROBOTS_BYTES) text += decoder.decode(chunk, { stream: true })
      const found = [...text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S{1,2000})/gim)]
      return found.flatMap(([, address = ""]) => onSite(address) ?? []).slice(0, MAX_FILES)
    } catch (error) {
      if (!isPassing(error)) throw error
      return []
    }
  }

  function* guesses() {
    const { origin, pathname } = new URL(site)
    const folder = pathname.endsWith("/") ? pathname : `${pathname}/`
    for (const base of new Set([origin + folder, `${origin}/`])) for (const way of WAYS) yield base + way
  }

  /** @param isGuess nobody named it: where it is nothing, nothing is said of it */
  async function read(address: string, isGuess = false, isNested = false): Promise<void> {
    if (asked.has(address)) return
    if (asked.size >= MAX_FILES || paths.size >= MAX_PATHS || performance.now() >= until) {
      isCut = true
      return
    }
    asked.add(address)
    const further = new Set<string>()
    try {
      for await (const { kind, address: found } of locations(open(address, bytesLeft), spend)) {
        isAny = true
        if (kind === "page") addPage(found, address)
        else if (isNested || further.size >= MAX_FILES) isCut = true
        else {
          const file = onSite(found)
          if (file) further.add(file)
          else unread += 1
        }
        if (paths.size >= MAX_PATHS) {
          isCut = true
          break
        }
      }
    } catch (error) {
      if (!isPassing(error)) throw error
      if (error instanceof FetchError && isMissing(problem)) problem = error
      if (isAny && error instanceof FetchError && ["large", "late"].includes(error.code)) isCut = true
      else if (!isGuess) unread += 1
    }
    for (const file of further) await read(file, false, true)
  }

  function spend(bytes: number) {
    bytesLeft -= bytes
    if (bytesLeft < 0) throw new FetchError("large", "large", TOO_LARGE)
  }

  function addPage(found: string, base: string) {
    const url = URL.parse(found, base)
    if (!url || found.length > MAX_URL_LENGTH) return
    if (!hosts.has(url.host.replace(/^www\./, ""))) {
      foreign += 1
      return
    }
    const key = pathKey(url.pathname) + url.search
    // Two slashes at its beginning would make another host of it.
    if (!paths.has(key)) paths.set(key, url.pathname.replace(/^\/+/, "/") + url.search)
  }

  /** A file of the site; what it names under the name that this site has taken over is asked for where it still is. */
  function onSite(address: string) {
    const url = URL.parse(address, site)
    if (!url || address.length > MAX_URL_LENGTH || !/^https?:$/.test(url.protocol)) return undefined
    const host = hostOf(url.href)
    if (host === ownHost && host !== hostOf(site)) return new URL(site).origin + url.pathname + url.search
    return hosts.has(host) ? url.href : undefined
  }

  /** Whether another file may be there where this one is not. */
  function isPassing(error: unknown) {
    if (error instanceof SitemapError || error instanceof ImportError) return true
    if (error instanceof LedHereError) return isAny
    return error instanceof FetchError && (isAnswered || error.answer !== undefined || error.code === "large")
  }

  function result(): SiteMap {
    if (isAny) return { outcome: "there", paths: [...paths.values()], isCut, unread, foreign }
    if (!problem || isMissing(problem)) return { outcome: "none" }
    return { outcome: "away", reason: describe(problem) }
  }

  return { findNamed, guesses, read, result, isAny: () => isAny }
}

/** What a file lists, while it is read. @param onBytes is told how much was read */
async function* locations(source: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  const parser = createSitemapParser()
  const decoder = new TextDecoder()
  for await (const chunk of source) {
    onBytes(chunk.length)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      await nextTurn()
      yield* parser.write(decoder.decode(chunk.subarray(at, at + PIECE_BYTES), { stream: true }))
    }
  }
  yield* parser.end()
}

class SitemapError extends Error {
  override name = "SitemapError"
}

type Location = { kind: "page" | "file"; address: string }

const KINDS: Record<string, Location["kind"]> = { urlset: "page", sitemapindex: "file" }
/** Those of the protocol's extensions are four. */
const MAX_DEPTH = 16

/**
 * Reads a sitemap, or an index of some, piece by piece: `write` and `end` give what was completed since the last call. Lenient XML, no
 * DTD, so that entities are never more than one sign. Throws a SitemapError for what is neither.
 */
function createSitemapParser() {
  const names: string[] = []
  let kind: Location["kind"] | undefined
  let text: string | undefined
  let found: Location[] = []
  const parser = new Parser(
    {
      onopentagname(name) {
        names.push(name)
        if (names.length === 1) kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
        if (!kind || names.length > MAX_DEPTH) throw new SitemapError(`<${name.slice(0, 40)}>`)
        text = names.length === 3 && name === "loc" ? "" : undefined
      },
      ontext(piece) {
        if (text !== undefined && text.length <= MAX_URL_LENGTH) text += piece
      },
      onclosetag() {
        names.pop()
        if (kind && text?.trim()) found.push({ kind, address: text.trim() })
        text = undefined
      },
    },
    { xmlMode: true },
  )
  function take() {
    const taken = found
    found = []
    return taken
  }
  return {
    write(piece: string) {
      parser.write(piece)
      return take()
    },
    end() {
      parser.end()
      if (!kind) throw new SitemapError("no element")
      return take()
    },
  }
}

/** Whether nothing went wrong but that no such file is there. */
const isMissing = (problem?: FetchError) => !problem || ["404", "410"].includes(problem.code)

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, "")

/** In words for a look, where nothing is copied. */
function describe({ code, message }: FetchError) {
  return PROBLEMS[code] ?? message
}

const TOO_LARGE = "Son plan (sitemap) est trop lourd pour être lu."
const PROBLEMS: Record<string, string> = {
  invalid: "Ce n’est pas l’adresse d’un autre site.",
  large: TOO_LARGE,
  late: "L’autre site est trop lent\u00a0: la vérification a été abandonnée.",
}
