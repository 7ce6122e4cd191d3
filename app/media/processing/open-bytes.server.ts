import { open } from "node:fs/promises"
import type { Bytes } from "./bytes.ts"

const WINDOW = 65_536

/**
 * Opens a file of this machine to look into. What lies near what was last read is at hand, so that small steps cost nothing.
 *
 * @returns the file, and the function that closes it
 */
export async function openBytes(file: string): Promise<Bytes & { close: () => Promise<void> }> {
  const handle = await open(file)
  const { size } = await handle.stat()
  let window = { at: 0, data: Buffer.alloc(0) }

  const load = async (at: number, length: number) => {
    const data = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
    let filled = 0
    while (filled < data.length) {
      const { bytesRead } = await handle.read(data, filled, data.length - filled, at + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return data.subarray(0, filled)
  }
  return {
    size,
    async read(at, length) {
      if (at < 0 || at >= size || length <= 0) return Buffer.alloc(0)
      if (length > WINDOW / 2) return load(at, length)
      const end = Math.min(at + length, size)
      if (at < window.at || end > window.at + window.data.length) {
        window = { at, data: await load(at, WINDOW) }
      }
      return window.data.subarray(at - window.at, end - window.at)
    },
    close: () => handle.close(),
  }
}
