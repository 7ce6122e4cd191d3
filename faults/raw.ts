import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** A plain connection to a site; what it meets is kept, and thrown nowhere. */
export async function openRaw(port: number) {
  const socket = connect(port, "127.0.0.1")
  socket.on("error", () => {})
  await once(socket, "connect")
  return socket
}

/**
 * Sends bytes as they are.
 *
 * @returns what came back until the connection ended, or an answer was whole and nothing came after it
 */
export async function sendRaw(port: number, bytes: string | Buffer) {
  const socket = await openRaw(port)
  const response = readAll(socket, 30_000)
  let text = ""
  let timer: NodeJS.Timeout | undefined
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1")
    clearTimeout(timer)
    if (isWhole(text)) timer = setTimeout(() => socket.destroy(), AFTERWARDS_MS)
  })
  socket.write(bytes)
  return response
}

/** How long a second answer, which nobody asked for, has to follow the first. */
const AFTERWARDS_MS = 100

/** Whether there is an answer to its end. */
function isWhole(text: string) {
  const head = text.indexOf("\r\n\r\n")
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  return length ? text.length >= head + 4 + Number(length) : text.endsWith("\r\n0\r\n\r\n")
}

export async function readAll(socket: Socket, timeoutMs: number) {
  let text = ""
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")))
  const timer = setTimeout(() => socket.destroy(), timeoutMs)
  if (!socket.closed) await once(socket, "close").catch(() => {})
  clearTimeout(timer)
  return text
}

/** The statuses of all answers in what came back. */
export function statusesIn(text: string) {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
}
