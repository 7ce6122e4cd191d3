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
 * @returns what came back until the connection ended, or until `timeoutMs` were over
 */
export async function sendRaw(port: number, bytes: string | Buffer, timeoutMs = 3_000) {
  const socket = await openRaw(port)
  const response = readAll(socket, timeoutMs)
  socket.write(bytes)
  return response
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
