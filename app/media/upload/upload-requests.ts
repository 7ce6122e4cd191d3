import { type UploadPurpose, UPLOADS } from "./upload-rules.ts"
import type { UploadState } from "./uploads.server.ts"

/** Why a request did not do what it should. */
export class SendError extends Error {
  override name = "SendError"
  /** 0 without an answer. */
  status: number
  /** What the site itself said. */
  isOurs: boolean

  constructor(status: number, message = "", isOurs = false) {
    super(message)
    this.status = status
    this.isOurs = isOurs
  }

  /** What may go by itself: a lost network, another part still on its way, a server that starts anew. */
  get isTemporary() {
    return [0, 408, 409, 423, 425, 500, 502, 503, 504].includes(this.status)
  }

  /** A proxy refuses it, which may let less of it through. */
  get isOnTheWay() {
    return !this.isOurs && !this.isTemporary
  }
}

const VERSION = { "Tus-Resumable": "1.0.0" }
/** A connection may break without a word: so long without a byte is too long. */
const SILENCE_MS = 60_000

/** @returns the address of a new upload */
export async function beginUpload(file: File, purpose: UploadPurpose, signal: AbortSignal) {
  const metadata = `filename ${encode(file.name.toWellFormed())},purpose ${encode(purpose)}`
  const response = await ask(UPLOADS, {
    method: "POST",
    headers: { ...VERSION, "Upload-Length": String(file.size), "Upload-Metadata": metadata },
    signal,
  })
  return response.headers.get("Location") ?? ""
}

const encode = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))

/** How much of it the server has. */
export async function askOffset(url: string, signal: AbortSignal) {
  const response = await ask(url, { method: "HEAD", headers: VERSION, signal })
  return Number(response.headers.get("Upload-Offset"))
}

export async function askState(url: string, signal?: AbortSignal): Promise<UploadState> {
  return (await ask(url, { signal })).json()
}

export async function endUpload(url: string) {
  // The page may be left meanwhile.
  await ask(url, { method: "DELETE", headers: VERSION, keepalive: true })
}

type Part = {
  url: string
  body: Blob
  offset: number
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/** Sends a part. `fetch` tells nothing of how far it is. @returns how much the server has then */
export function sendPart({ url, body, offset, signal, onProgress }: Part) {
  return new Promise<number>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let silence = setTimeout(stop, SILENCE_MS)
    request.upload.addEventListener("progress", ({ loaded }) => {
      clearTimeout(silence)
      silence = setTimeout(stop, SILENCE_MS)
      onProgress(offset + loaded)
    })
    request.addEventListener("load", () => {
      if (request.status === 204) return resolve(Number(request.getResponseHeader("Upload-Offset")))
      reject(refusal(request.status, (name) => request.getResponseHeader(name), request.responseText))
    })
    request.addEventListener("error", () => reject(new SendError(0)))
    request.addEventListener("abort", () => reject(new SendError(0)))
    request.addEventListener("loadend", () => {
      clearTimeout(silence)
      signal.removeEventListener("abort", stop)
    })
    signal.addEventListener("abort", stop)
    request.open("PATCH", url)
    request.setRequestHeader("Tus-Resumable", VERSION["Tus-Resumable"])
    request.setRequestHeader("Upload-Offset", String(offset))
    request.setRequestHeader("Content-Type", "application/offset+octet-stream")
    request.send(body)
  })
}

async function ask(url: string, init: RequestInit) {
  const response = await fetch(url, init).catch(() => {
    throw new SendError(0)
  })
  if (response.ok) return response
  const text = await response.text().catch(() => "")
  throw refusal(response.status, (name) => response.headers.get(name), text)
}

function refusal(status: number, header: (name: string) => string | null, text: string) {
  const isOurs = header("Tus-Resumable") !== null
  if (status === 413 && !isOurs) return new SendError(status, TOO_LARGE_ON_THE_WAY)
  const isPlain = header("Content-Type")?.startsWith("text/plain")
  return new SendError(status, (isPlain && text) || `Le serveur a refusé l’envoi (${status}).`, isOurs)
}

const TOO_LARGE_ON_THE_WAY =
  "Un proxy devant le site refuse cet envoi comme trop volumineux (413)\u00a0: permettez-lui des envois de 100\u00a0Mo (nginx\u00a0: client_max_body_size 100m, dans le bloc server), puis réessayez."
