import { mediaKey } from "#app/kit/lib/media.ts"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { findServedFile } from "#app/media/served-file.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { readTranscriptInThread } from "./read-in-thread.server.ts"
import { decodeText } from "#app/kit/lib/decode-text.ts"

const MAX_BYTES = 10_000_000
const TOTAL_MS = 30_000

/**
 * The text of a transcript's file.
 *
 * @param address of the library, or another host's
 * @returns why it cannot be had as `problem`, in French
 */
export async function fetchTranscript(address: string): Promise<{ text: string } | { problem: string }> {
  const key = mediaKey(address)
  if (key !== undefined) return readMedium(key)
  if (address.startsWith("/")) return { problem: "Ce n’est pas l’adresse d’un fichier de la médiathèque" }
  return fetchText(address)
}

/** What is read of a transcript's file. @param address as above @returns why it cannot be had, or read, as `problem`, in French */
export async function readTranscriptAt(address: string) {
  const found = await fetchTranscript(address)
  return "problem" in found ? found : readTranscriptInThread(found.text)
}

/**
 * A text file of another host, in whatever coding.
 *
 * @param guard where the address and its redirects may lead
 * @returns why it cannot be had as `problem`, in French
 */
export async function fetchText(
  address: string,
  guard?: AddressGuard,
): Promise<{ text: string } | { problem: string }> {
  try {
    const { body } = await guardedFetch(address, { guard, maxBytes: MAX_BYTES, totalMs: TOTAL_MS })
    return { text: decodeText(Buffer.concat(await Array.fromAsync(body))) }
  } catch (error) {
    if (error instanceof FetchError) return { problem: error.message }
    throw error
  }
}

async function readMedium(key: string) {
  const file = await findServedFile(key, "")
  if (!file || (file.kind !== "text" && file.kind !== "document"))
    return { problem: "Ce média n’est pas un fichier de texte" }
  if (file.bytes > MAX_BYTES) return { problem: "Ce fichier est trop gros pour une transcription" }
  const source = await getStore().read(file.path)
  return { text: decodeText(Buffer.concat(await Array.fromAsync(source))) }
}
