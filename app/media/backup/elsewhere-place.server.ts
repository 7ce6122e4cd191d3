import { createHash } from "node:crypto"
import { tmpdir } from "node:os"
import { addAbortSignal, Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { ReadableStream as WebStream } from "node:stream/web"
import type { Encrypter } from "age-encryption"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { noting } from "#app/kit/lib/noting.server.ts"
import { BucketError, bucketClient } from "../store/bucket-client.server.ts"
import { bucketStore } from "../store/bucket-store.server.ts"
import { readXml } from "../store/bucket-xml.server.ts"
import type { ElsewhereSettings } from "#app/kit/lib/settings.server.ts"

/** What was read is not what its name says, or not all of it. */
export class DamagedError extends Error {
  override name = "DamagedError"
}

export type Place = ReturnType<typeof openPlace>

/**
 * The second place for copies. Each key has a folder of its own there, so that a new key begins anew with everything:
 * `{end of the key}/copies/2026-11-26.cko.gz.age`, beside it `2026-11-26.media`, the digests of the library's files that this copy
 * needs; and these, once for all copies, `{end of the key}/media/ab/{sha256}.age`.
 *
 * @param recipient whose copies are meant
 */
export function openPlace({ bucket, recipient }: ElsewhereSettings) {
  const store = bucketStore(bucket, tmpdir())
  const client = bucketClient(bucket)
  const root = folderOfKey(recipient)
  const copyPath = (day: string) => `${root}/copies/${day}${COPY}`
  const neededPath = (day: string) => `${root}/copies/${day}.media`
  const mediumPath = (sha256: string) => `${root}/media/${sha256.slice(0, 2)}/${sha256}${MEDIUM}`
  let encrypter: Promise<Encrypter> | undefined
  const seal = async (source: ReadableStream<Uint8Array>) =>
    (await (encrypter ??= encrypterFor(recipient))).encrypt(source)

  /** All of one kind by what their names say; what else lies there is nobody's business here. */
  async function listNamed(prefix: string, name: RegExp) {
    const found = new Map<string, number>()
    for await (const { path, bytes } of store.list(`${root}/${prefix}`)) {
      const [, key] = name.exec(path.slice(root.length)) ?? []
      if (key) found.set(key, bytes)
    }
    return found
  }

  /**
   * Encrypts while it sends. Only what came whole, and is what its digest says, gets its name.
   *
   * @returns its encrypted bytes, and the digest of what was sent
   */
  async function upload(path: string, source: Readable, { bytes, sha256, signal }: Upload) {
    const hash = createHash("sha256")
    const sealed = await seal(webStreamOf(noting(source, hash)))
    const length = sealed.size(bytes)
    const body = Readable.from(sealed, { objectMode: false })
    if (signal) addAbortSignal(signal, body)
    try {
      const begun = await store.startUpload(path)
      const { received, parts } = await store.appendUpload(path, begun, 0, body, length, true)
      if (received !== length) throw body.errored ?? new DamagedError(path)
      const digest = hash.digest("hex")
      if (sha256 !== undefined && digest !== sha256) throw new DamagedError(path)
      await store.finishUpload(path, parts)
      return { bytes: length, sha256: digest }
    } finally {
      body.destroy()
      source.destroy()
    }
  }

  return {
    /** The days of the copies there, each with its encrypted bytes. */
    listCopies: () => listNamed("copies/", /^\/copies\/(\d{4}-\d{2}-\d{2})\.cko\.gz\.age$/),
    /** The digests of the library's files there, each with its encrypted bytes. */
    listMedia: () => listNamed("media/", /^\/media\/[0-9a-f]{2}\/([0-9a-f]{64})\.age$/),
    /** How long something is there that is so long here. */
    async sealedBytes(bytes: number) {
      return (await seal(webStreamOf([]))).size(bytes)
    },
    /** @returns its encrypted bytes, and its digest */
    async putCopy(day: string, source: Readable, needed: Iterable<string>, about: Upload) {
      const list = Buffer.from([...needed].join("\n"))
      const type = "text/plain"
      await store.put(neededPath(day), Readable.from([list]), { bytes: list.length, type })
      return upload(copyPath(day), source, about)
    },
    /** @throws DamagedError */
    putMedium: (sha256: string, source: Readable, about: Upload) =>
      upload(mediumPath(sha256), source, { ...about, sha256 }),
    readCopy: (day: string) => store.read(copyPath(day)),
    readMedium: (sha256: string) => store.read(mediumPath(sha256)),
    /** What a copy needs of the library. @throws MissingFileError */
    readNeeded: async (day: string) => (await text(await store.read(neededPath(day)))).split("\n"),
    async removeCopy(day: string) {
      await store.remove(copyPath(day))
      await store.remove(neededPath(day))
    },
    removeMedium: (sha256: string) => store.remove(mediumPath(sha256)),
    /** Gives up the uploads that killed processes began. Some servers do not tell which there are. */
    async abortLeftovers() {
      const query = { uploads: "", prefix: `${root}/` }
      const { status, text: xml } = await client.ask("GET", { query, expected: [200, 501] })
      if (status === 501) return
      for (const { Key: path = "", UploadId: uploadId = "" } of readXml(xml, "Upload"))
        if (path.startsWith(`${root}/`))
          await client.ask("DELETE", { path, query: { uploadId }, expected: [200, 204, 404] })
    },
    /** The folders of all keys that have copies there. */
    async listKeys() {
      const keys = new Set<string>()
      for await (const { path } of store.list())
        if (path.endsWith(COPY)) keys.add(path.slice(0, path.indexOf("/")))
      return [...keys]
    },
  }
}

type Upload = { bytes: number; sha256?: string; signal?: AbortSignal }

const COPY = ".cko.gz.age"
const MEDIUM = ".age"

/** Enough of a public key to tell it from others; its beginning says of what kind it is. */
export const folderOfKey = (recipient: string) => recipient.slice(-16)

/** Loaded when it is needed: 24 MB and a tenth of a second are too much for sites without a second place. */
async function encrypterFor(recipient: string) {
  const age = await import("age-encryption")
  const encrypter = new age.Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter
}

/** Pulled, never ahead of who reads; the library of age knows the browsers' type of it only. */
export const webStreamOf = (source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
  WebStream.from(source) as object as ReadableStream<Uint8Array>

/** Says in French what is wrong with the place. @returns a BackupError for what it answers; any other error as it is */
export function explainPlaceFailure(error: unknown) {
  if (error instanceof BucketError) {
    const told = `Le second emplacement ne fait pas ce qu’on lui demande (réponse ${error.status})\u00a0:`
    if (error.status === 404) return new BackupError(`${told} vérifiez BACKUP_S3_BUCKET.`)
    if (error.status < 500)
      return new BackupError(
        `${told} vérifiez BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY, BACKUP_S3_REGION et l’heure de la machine.`,
      )
    return new BackupError(`${told} regardez si le service est en panne.`)
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  if (/^(?:UND_ERR_|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENETUNREACH|EPIPE|CERT_|ERR_TLS|.*_CERT)/.test(code))
    return new BackupError(
      `Le second emplacement ne répond pas (${code})\u00a0: vérifiez BACKUP_S3_ENDPOINT, et que la machine peut le joindre.`,
    )
  return error
}
