import { mediaKey } from "#app/kit/lib/media.ts"
import { type AddressGuard, publicNetwork } from "#app/kit/http/public-network.server.ts"
import { openRemoteFile, RemoteFileError } from "#app/media/copy/remote-file.server.ts"
import { findServedFile } from "#app/media/served-file.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
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
  return fetchText(address, publicNetwork)
}

/**
 * A text file of another host, in whatever coding.
 *
 * @param network where the address and its redirects may lead
 * @returns why it cannot be had as `problem`, in French
 */
export async function fetchText(
  address: string,
  network: AddressGuard,
): Promise<{ text: string } | { problem: string }> {
  try {
    const { source, close } = await openRemoteFile(address, {
      guard: network,
      maxBytes: MAX_BYTES,
      totalMs: TOTAL_MS,
    })
    try {
      return { text: decodeText(Buffer.concat(await Array.fromAsync(source))) }
    } finally {
      close()
    }
  } catch (error) {
    if (error instanceof RemoteFileError) return { problem: error.message }
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
