import { createHash } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The longest path that every system takes for a socket. */
const LONGEST_SOCKET_PATH = 100

/** Where a running site on this data folder listens for commands: a socket, or a named pipe on Windows. */
export function commandAddress(dataDir: string) {
  const name = `cko-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`
  const path = join(dataDir, "commands.sock")
  return Buffer.byteLength(path) <= LONGEST_SOCKET_PATH ? path : join(tmpdir(), `${name}.sock`)
}
