import type { Part } from "../downloads/send-download.server.ts"

type Entry = { name: string; bytes: number; file: string }

const BLOCK = 512

/** Files as one archive (POSIX ustar, which every `tar` reads). The same files are always the same bytes. */
export function partsOfArchive(entries: Entry[]): Part[] {
  return [
    ...entries.flatMap(({ name, bytes, file }) => [
      inMemory(headOf(name, bytes)),
      { bytes, file },
      inMemory(new Uint8Array(-bytes & (BLOCK - 1))),
    ]),
    inMemory(new Uint8Array(2 * BLOCK)),
  ]
}

const inMemory = (content: Uint8Array) => ({ bytes: content.length, content })

/** @param name at most 100 bytes of ASCII */
function headOf(name: string, bytes: number) {
  const head = Buffer.alloc(BLOCK)
  const write = (at: number, text: string) => head.write(text, at, "latin1")
  write(0, name)
  write(100, octal(0o600, 8))
  write(108, octal(0, 8))
  write(116, octal(0, 8))
  writeSize(head, bytes)
  write(136, octal(0, 12))
  // The sum is made as if it were spaces.
  write(148, " ".repeat(8))
  write(156, "0")
  write(257, "ustar\0" + "00")
  write(
    148,
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
  )
  return head
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`

/** What eleven digits cannot say (8 GiB) stands there in binary, as GNU and BSD write and read it. */
function writeSize(head: Buffer, bytes: number) {
  if (bytes < 8 ** 11) return void head.write(octal(bytes, 12), 124, "latin1")
  head[124] = 0x80
  head.writeBigUInt64BE(BigInt(bytes), 128)
}
