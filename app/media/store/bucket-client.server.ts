import type { Socket } from "node:net"
import type { Readable } from "node:stream"
import { AwsV4Signer } from "aws4fetch"
import { Agent, type Dispatcher, request } from "undici"
import type { BucketSettings } from "#app/kit/lib/settings.server.ts"

export type BucketClient = ReturnType<typeof bucketClient>

type Options = {
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Readable | string
  /** Statuses that are no failure. */
  expected: number[]
  /** How long the bucket may think. */
  timeoutMs?: number
}

/** What a bucket answered instead of doing what it was asked. */
export class BucketError extends Error {
  override name = "BucketError"
  readonly status: number
  constructor(status: number, code: string, operation: string) {
    super(`the bucket answered ${operation} with ${status} ${code}`)
    this.status = status
  }
}

const THINKING_MS = 30_000
/** More of what a bucket says in XML is nobody's error message or list. */
const MAX_TEXT_BYTES = 4_000_000
const CHUNK_BYTES = 16_384

/**
 * Each listener has one, and little is kept for those who are slower than the bucket: sockets would read 64 kB at a time, of
 * which several wait for each listener and more for their collection. Over HTTP/2 all would share a single connection, which
 * servers end once its listeners are slow.
 */
const connections = new Agent({
  allowH2: false,
  connect: {
    highWaterMark: CHUNK_BYTES,
    onread: {
      buffer: () => Buffer.allocUnsafeSlow(CHUNK_BYTES),
      callback(this: Socket, bytes: number, chunk: Uint8Array) {
        return this.push(chunk.subarray(0, bytes))
      },
    },
  } as object,
})

/**
 * Signed requests to a bucket (AWS Signature Version 4). Its own host names no bucket: that works with every server of the
 * kind. Requests are never sent again by themselves, since a stream is gone once it was read.
 */
export function bucketClient({ endpoint, name, region, accessKeyId, secretAccessKey }: BucketSettings) {
  /** Signing keys change once a day. */
  const cache = new Map<string, ArrayBuffer>()
  const signer = (url: URL, options: Partial<ConstructorParameters<typeof AwsV4Signer>[0]>) =>
    new AwsV4Signer({ url: url.href, service: "s3", region, accessKeyId, secretAccessKey, cache, ...options })

  function addressOf(path: string, query: Record<string, string>) {
    const parts = [name, ...(path ? path.split("/") : [])]
    const url = new URL(`${endpoint}/${parts.map(encodeStrictly).join("/")}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    // The form's `+` would be signed as one.
    url.search = url.search.replaceAll("+", "%20")
    return url
  }

  async function send(method: Dispatcher.HttpMethod, { path = "", query = {}, ...options }: Options) {
    const signed = await signer(addressOf(path, query), { method, headers: options.headers }).sign()
    const response = await request(signed.url, {
      dispatcher: connections,
      method,
      headers: Object.fromEntries(signed.headers),
      body: options.body,
      headersTimeout: options.timeoutMs ?? THINKING_MS,
      // Of a silence in the middle; who reads slowly is waited for.
      bodyTimeout: options.timeoutMs ?? THINKING_MS,
      highWaterMark: CHUNK_BYTES,
    })
    if (options.expected.includes(response.statusCode)) return response
    const said = await readText(response.body)
    const code = /<Code>(\w{1,100})<\/Code>/.exec(said)?.[1] ?? ""
    throw new BucketError(response.statusCode, code, `${method} ${path}`)
  }

  return {
    send,
    /** For answers in XML, or without any. */
    async ask(method: Dispatcher.HttpMethod, options: Options) {
      const { body, statusCode, headers } = await send(method, options)
      return { status: statusCode, headers, text: await readText(body) }
    },
    /** An address by which anybody may read a file for some time. @param since until then, and so long */
    async signedAddress(path: string, query: Record<string, string>, since: Date, seconds: number) {
      const url = addressOf(path, { ...query, "X-Amz-Expires": String(seconds) })
      const datetime = since.toISOString().replaceAll(/[:-]|\.\d{3}/g, "")
      const signed = await signer(url, { method: "GET", signQuery: true, datetime }).sign()
      return signed.url.href.replaceAll("+", "%20")
    },
    /** As `x-amz-copy-source` has it. */
    sourceOf: (path: string) => `/${name}/${path.split("/").map(encodeStrictly).join("/")}`,
  }
}

async function readText(body: Dispatcher.ResponseData["body"]) {
  let text = ""
  for await (const chunk of body.setEncoding("utf8")) {
    text += chunk
    if (text.length > MAX_TEXT_BYTES) throw new Error("the bucket said too much")
  }
  return text
}

/** As signatures are made: what RFC 3986 leaves alone, and nothing else. */
function encodeStrictly(part: string) {
  return encodeURIComponent(part).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
