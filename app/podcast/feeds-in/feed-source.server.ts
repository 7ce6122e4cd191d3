import { constants, createReadStream } from "node:fs"
import { access, stat } from "node:fs/promises"
import { anyNetwork } from "#app/kit/http/public-network.server.ts"
import { looksLikeAddress, withScheme } from "./feed-addresses.ts"
import { FeedError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import { type FeedOrigin, openRemoteFeed } from "./remote-feed.server.ts"

/** A feed about to be read: `totalBytes` where it is known, for showing progress; `origin` where it has an address. */
export type OpenedFeed = {
  source: AsyncIterable<Uint8Array>
  charset?: string
  totalBytes?: number
  origin?: FeedOrigin
}

/**
 * Opens a feed by local path or http(s) address (https where no file has such a name), without reading it yet. Throws a FeedError (French, one line) when it
 * cannot be opened or is known to pass 100 MB; reading `source` can throw one too.
 */
export async function openFeed(fileOrUrl: string): Promise<OpenedFeed> {
  const place = fileOrUrl.trim()
  if (/^https?:\/\//i.test(place)) return openRemoteFeed(place, { guard: anyNetwork })
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(place))
    throw new FeedError(`Adresse non prise en charge : ${place} (un fichier, ou une adresse http ou https).`)
  return openFile(place).catch((error: unknown) => {
    if (!(error instanceof FeedError) || !looksLikeAddress(place)) throw error
    return openRemoteFeed(withScheme(place), { guard: anyNetwork })
  })
}

/** Looks at a file of this machine. @throws FeedError for a folder, and what cannot be read */
export async function lookAtFile(path: string) {
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw fileError(error, path)
  })
  const file = await stat(path)
  if (file.isDirectory()) throw new FeedError(`C'est un dossier, pas un fichier : ${path}`)
  return file
}

async function openFile(path: string): Promise<OpenedFeed> {
  const file = await lookAtFile(path)
  if (file.size > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
  return { source: readFile(path), totalBytes: file.isFile() ? file.size : undefined }
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw fileError(error, path)
  }
}

function fileError(error: unknown, path: string) {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  if (code === "") return error
  return new FeedError(`${FILE_PROBLEMS[code] ?? `Fichier illisible (${code})`} : ${path}`)
}

const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: "Fichier introuvable",
  ENOTDIR: "Fichier introuvable",
  EACCES: "Fichier illisible (droits insuffisants)",
  EISDIR: "C'est un dossier, pas un fichier",
}
