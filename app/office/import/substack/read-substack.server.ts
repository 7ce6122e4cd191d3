import { openTable, TableError } from "#app/kit/lib/read-table.server.ts"
import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { ImportError } from "../import-error.ts"
import { createLosses, EMPTY, lossKind, NO_ID, REPEATED, TOO_LONG, UNREADABLE } from "../losses.ts"
import type { OpenedFile } from "../open-files.server.ts"
import { siteIdentity, typedSite } from "../site-identity.ts"
import type { Thing } from "../things.ts"
import { createPause } from "../turns.server.ts"
import { type RawText, toText } from "./to-text.ts"

/**
 * Reads a Substack's export from its list of posts on, a post at a time with the page that lies beside it in the archive.
 *
 * @param site where the site is, as the host says; empty where nobody did
 * @throws ImportError for a list on its own, or cut, and where nobody says where the site is
 */
export async function* readSubstack(file: OpenedFile, site: string): AsyncGenerator<Thing> {
  const address = typedSite(site)
  if (!address) throw new ImportError(NO_ADDRESS)
  const pages = findPages(file)
  if (pages.paths.size === 0) throw new ImportError(NO_PAGES)
  yield { kind: "site", id: "site", title: new URL(address).host, address: siteIdentity(address) }
  const losses = createLosses()
  const told = new Set<string>()
  const pause = createPause()
  for await (const fields of rowsOf(file)) {
    const written = fields.post_id?.trim() ?? ""
    const [, id, slug = ""] = POST_ID.exec(written) ?? []
    const path = pages.take(written, id)
    if (id === undefined) losses.add("no-id", NO_ID)
    else if (told.has(id)) losses.add("repeated", REPEATED)
    else {
      told.add(id)
      const html = path === undefined ? undefined : await file.beside(path)
      if (path !== undefined && (html === undefined || html.length > MAX_CHARACTERS))
        losses.add("too-long", TOO_LONG)
      else if (!html?.trim() && !fields.title?.trim()) losses.add("empty", EMPTY)
      else {
        const read = await readText({ id, slug, fields, html, site: address })
        if (read) yield read.text
        else losses.add("unreadable", UNREADABLE)
        losses.add("own-buttons", OWN_BUTTON, read?.dropped ?? 0)
      }
    }
    await pause()
  }
  losses.add("unlisted", UNLISTED, pages.paths.size)
  yield* losses.end()
}

/** The posts' pages, by what the list calls a post; its name may have changed since. */
function findPages({ name, paths }: OpenedFile) {
  const folder = `${name.slice(0, name.lastIndexOf("/") + 1)}posts/`
  const found = new Set<string>()
  const byNumber = new Map<string, string>()
  for (const path of paths) {
    if (!path.startsWith(folder) || !path.endsWith(PAGE)) continue
    found.add(path)
    const [number = ""] = path.slice(folder.length).split(/[.]/, 1)
    if (!byNumber.has(number)) byNumber.set(number, path)
  }
  return {
    /** Those that no post was told of yet. */
    paths: found,
    take(postId: string, number = "") {
      const exact = `${folder}${postId}${PAGE}`
      const path = found.has(exact) ? exact : byNumber.get(number)
      return path !== undefined && found.delete(path) ? path : undefined
    },
  }
}

async function* rowsOf(file: OpenedFile): AsyncGenerator<Record<string, string>> {
  try {
    const { lines } = await openTable(file.source)
    let header: string[] | undefined
    for await (const { cells } of lines) {
      if (header) yield Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""]))
      else header = cells.map((cell) => cell.trim().toLowerCase())
    }
  } catch (error) {
    throw error instanceof TableError ? new ImportError(`posts.csv\u00a0: ${error.message}`) : error
  }
}

function readText(raw: RawText) {
  return (raw.html?.length ?? 0) <= SHORT ? toText(raw) : readInThread(raw)
}

const readInThread = readerInThread<RawText, ReturnType<typeof toText>>("substack-text")

/** A number, and the post's name in its address. */
const POST_ID = /^(\d{1,15})(?:\.([^/\s]{0,300}))?$/
const PAGE = ".html"
/** What takes a few milliseconds whatever is in it. */
const SHORT = 10_000
const MAX_CHARACTERS = 2_000_000

const NO_ADDRESS =
  "Un export de Substack ne dit pas l’adresse de son site\u00a0: écrivez-la avec le fichier, puis importez-le à nouveau."
const NO_PAGES =
  "La liste des textes de Substack (posts.csv) est là, leurs pages manquent\u00a0: importez l’archive zip de Substack telle quelle."

const OWN_BUTTON = lossKind(
  "boutons de Substack",
  "inscription ou bouton de partage",
  "inscriptions et boutons de partage",
)
const UNLISTED = lossKind(
  "page sans ligne dans posts.csv",
  "page que la liste des textes ne nomme pas",
  "pages que la liste des textes ne nomme pas",
)
