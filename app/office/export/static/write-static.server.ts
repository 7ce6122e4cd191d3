import { createWriteStream } from "node:fs"
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { addressOfKey } from "#app/base/redirects/addresses.ts"
import { readRules } from "#app/base/redirects/read-rules.server.ts"
import { explainBackupFailure } from "#app/db/backup/backup-errors.server.ts"
import { db } from "#app/db/client.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { findServedFile } from "#app/media/served-file.server.ts"
import { MissingFileError } from "#app/media/store/media-store.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { ExportError } from "../export-error.ts"
import { fileOf, isFile, ownAddress, placeOf, relativeTo, type Sites } from "./static-places.ts"
import { forwardingPage, type Standing, toStaticFeed, toStaticPage, toStaticStyles } from "./static-texts.ts"

export type StaticWork = Sites & {
  /** Where the copy comes: a folder that is not there yet, or is empty. */
  folder: string
  /** What the site answers to anybody. @param address a path of it, with what follows */
  ask: (address: string) => Promise<Response>
  /** How many files there are so far. */
  onProgress?: (files: number) => void
  signal?: AbortSignal
}

/** What a copy lacks: an address of the site that answered nothing, and where a link leads there. */
export type DeadEnd = { address: string; from: string }

/** What no page needs to lead to, and a site may lack. */
const FIRST = [
  "/sitemap.xml",
  "/robots.txt",
  "/feed.xml",
  "/blog.xml",
  "/news.xml",
  "/feeds.opml",
  "/favicon.svg",
]
/** Of one process: pages are made one after the other all the same, files are not. */
const AT_ONCE = 4
const NOWHERE = "/cette-page-nexiste-pas"
const FAILED = "La copie n’a pas été écrite"

/**
 * Writes what the site shows to anybody as files that any web server shows, without the site (product.md 52.11): every page that its list
 * of pages has or a page leads to, every feed and every file of the library. It has its name once it is whole.
 *
 * @returns how many files and bytes it has, the old addresses that no file can lead on from, and the links that lead nowhere
 * @throws ExportError where the folder holds something, BackupError when it cannot be written, an AbortError after `signal`
 */
export async function writeStatic({ folder, ask, onProgress, signal, ...sites }: StaticWork) {
  const partial = `${folder}.partial`
  await refuseFilled(folder)
  const files = createFiles(partial, onProgress)
  const note = noteOf(new Date())
  const deadEnds: DeadEnd[] = []
  const seen = new Set<string>()
  const waiting: { address: string; from?: string }[] = []
  /** @param from the page that leads there; where none does, nothing is missed */
  const meet = (address: string, from?: string) => {
    if (seen.has(address) || placeOf(address) === undefined) return
    seen.add(address)
    waiting.push({ address, ...(from !== undefined && { from }) })
  }

  /** @returns the addresses that it leads to; undefined where there is nothing */
  const save = async (address: string, place: string): Promise<string[] | undefined> => {
    const medium = /^\/media\/([^/]+)\/([^/]+)$/.exec(address)
    if (medium) return (await saveMedium(files, place, medium)) ? [] : undefined
    const response = await ask(address)
    if (response.status >= 300 && response.status < 400) {
      const to = response.headers.get("Location") ?? "/"
      if (!isFile(place)) await files.write(place, forwardingPage(linkTo(to, { sites, address, place })))
      const own = ownAddress(to, address, sites)
      return own ? [own.address] : []
    }
    if (!response.ok) return undefined
    const { text, addresses } = await toStatic(response, { sites, address, place }, note)
    await files.write(place, text)
    // A page of one's own answers by its name alone, too.
    const alone = /^\/page(\/[^/?]+)$/.exec(address)?.[1]
    if (alone !== undefined && !isFile(place)) meet(alone)
    return addresses
  }

  let ino = 0
  const isOurs = async () => (await stat(partial).catch(() => undefined))?.ino === ino
  try {
    // What a killed command left.
    await rm(partial, { recursive: true, force: true })
    await mkdir(dirname(partial), { recursive: true })
    await mkdir(partial).catch(refuseOther)
    ino = (await stat(partial)).ino
    meet("/", "/")
    for (const address of FIRST) meet(address)
    for (let at = 0; at < waiting.length; at += AT_ONCE) {
      signal?.throwIfAborted()
      const some = waiting.slice(at, at + AT_ONCE)
      await Promise.all(
        some.map(async ({ address, from }) => {
          const addresses = await save(address, placeOf(address) ?? "")
          if (addresses) for (const next of addresses) meet(next, address)
          else if (from !== undefined) deadEnds.push({ address, from })
        }),
      )
    }
    const nowhere = {
      sites,
      address: NOWHERE,
      place: "404.html",
      root: `${new URL(sites.address).pathname}/`.replace("//", "/"),
    }
    await files.write("404.html", (await toStatic(await ask(NOWHERE), nowhere, note)).text)
    const unledOn = await leadOn(files, sites)
    await files.write("LISEZ-MOI.txt", readmeOf(sites, new Date()))
    await refuseFilled(folder)
    if (!(await isOurs())) throw new ExportError(ANOTHER)
    await rmdir(folder).catch(() => undefined)
    await rename(partial, folder)
    return { ...files.counted(), unledOn, deadEnds }
  } catch (error) {
    if (await isOurs()) await rm(partial, { recursive: true, force: true })
    else if (ino > 0) throw new ExportError(ANOTHER)
    throw explainBackupFailure(error, FAILED, folder)
  }
}

const ANOTHER = `${FAILED}\u00a0: une autre commande écrit la même.`

function refuseOther(error: NodeJS.ErrnoException): never {
  throw error.code === "EEXIST" ? new ExportError(ANOTHER) : error
}

async function refuseFilled(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw explainBackupFailure(error, FAILED, folder)
  })
  if (names.length > 0)
    throw new ExportError(
      `${FAILED}\u00a0: ${folder} n’est pas vide. Donnez un dossier qui n’existe pas encore.`,
    )
}

/** A text as the copy has it; anything else as it is. */
async function toStatic(response: Response, standing: Standing, note: string) {
  const type = response.headers.get("Content-Type") ?? ""
  if (type.startsWith("text/html")) return toStaticPage(await response.text(), standing, note)
  if (type.startsWith("text/css")) return toStaticStyles(await response.text(), standing)
  if (/[/+](?:xml|json|x-opml|plain)\b/.test(type) && !type.startsWith("image/"))
    return toStaticFeed(await response.text(), standing)
  return { text: response.body ? Readable.fromWeb(response.body as never) : "", addresses: [] }
}

type Files = ReturnType<typeof createFiles>

/** Files in a folder, each written once. */
function createFiles(folder: string, onProgress: StaticWork["onProgress"]) {
  let count = 0
  let bytes = 0
  return {
    /** @returns whether it is the first one there */
    async write(place: string, content: string | AsyncIterable<Uint8Array>) {
      const file = join(folder, fileOf(place))
      try {
        await mkdir(dirname(file), { recursive: true })
        if (typeof content === "string") await writeFile(file, content, { flag: "wx" })
        else await pipeline(content, createWriteStream(file, { flags: "wx" }))
      } catch (error) {
        if (TAKEN.includes(String((error as NodeJS.ErrnoException).code))) return false
        throw error
      }
      bytes += (await stat(file)).size
      onProgress?.((count += 1))
      return true
    },
    counted: () => ({ files: count, bytes }),
  }
}

/** Another file has the name, or that of its folder. */
const TAKEN = ["EEXIST", "ENOTDIR", "EISDIR"]

/** Not by its address, which would count as a download. */
async function saveMedium(files: Files, place: string, [, key = "", name = ""]: RegExpExecArray) {
  const file = await findServedFile(key, decodeURIComponent(name))
  try {
    if (file) await files.write(place, await getStore().read(file.path))
    return file !== undefined
  } catch (error) {
    if (error instanceof MissingFileError) return false
    throw error
  }
}

/** What leads from a page of the copy to where the site leads on to. */
function linkTo(told: string, { sites, address, place }: Standing) {
  const own = ownAddress(told, address, sites)
  const to = own && placeOf(own.address)
  return to === undefined ? told : relativeTo(place, to) + (own?.hash ?? "")
}

/** Where a rule leads to, a page does, too. @returns how many rules are about more than one address, or none that a file can have */
async function leadOn(files: Files, sites: Sites) {
  let unledOn = 0
  for await (const rules of readRules(db)) {
    for (const { source, target } of rules) {
      const place = /[?*]/.test(source) ? undefined : placeOf(addressOfKey(source))
      const isPage = place !== undefined && (!isFile(place) || /\.html?$/.test(place))
      if (!isPage || target === null) {
        if (target !== null) unledOn += 1
        continue
      }
      await files.write(place, forwardingPage(linkTo(target, { sites, address: "/", place })))
    }
  }
  return unledOn
}

const noteOf = (now: Date) =>
  `Copie du ${formatLongDate(now)}\u00a0: tout s’y lit et s’y écoute, sans recherche ni formulaires.`

function readmeOf({ address }: Sites, now: Date) {
  return `Copie du site, faite le ${formatLongDate(now)} pour ${address}/

Ce sont des fichiers tout simples\u00a0: n’importe quel serveur web les montre. Mettez tout le contenu de ce dossier
là où cette adresse mène. Il n’y a rien à installer, rien n’est exécuté, et rien n’est demandé ailleurs, sauf ce
que d’autres sites montrent dans les pages (YouTube, Spotify…).

Pour une autre adresse, refaites la copie avec --address\u00a0: les pages se lisent n’importe où, mais les flux et
les annonces disent l’adresse entière.

Un serveur qui montre 404.html quand rien ne répond garde la page d’erreur du site. /feed et /rss ne peuvent pas
être des fichiers\u00a0: si des abonnés les utilisent, faites-les mener à feed.xml.
`
}
