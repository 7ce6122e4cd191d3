import { crc32, deflateRawSync } from "node:zlib"

type Entry = {
  name: string
  data?: string | Uint8Array
  isStored?: boolean
  isEncrypted?: boolean
  /** What the archive says of its size, where that is not true. */
  said?: number
  /** As archives of more than 4 GB are written. */
  is64?: boolean
}

/** An archive as programs write it, or as nobody should. @param count what its end says of how many entries there are */
export function zip(entries: Entry[], { count = entries.length }: { count?: number } = {}) {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const data = Buffer.from(entry.data ?? "")
    const packed = entry.isStored ? data : deflateRawSync(data)
    const size = entry.said ?? data.length
    const common = Buffer.alloc(26)
    common.writeUInt16LE(entry.is64 ? 45 : 20, 0)
    common.writeUInt16LE(0x0800 | (entry.isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(entry.isStored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(entry.is64 ? 0xffffffff : packed.length, 14)
    common.writeUInt32LE(entry.is64 ? 0xffffffff : size, 18)
    common.writeUInt16LE(name.length, 22)
    const extra = entry.is64 ? sizes64(size, packed.length) : Buffer.alloc(0)
    common.writeUInt16LE(extra.length, 24)
    const local = Buffer.concat([signature(0x04034b50), common, name, extra, packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(at, 10)
    central.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, end, name, extra]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const is64 = entries.some((entry) => entry.is64)
  const tail = Buffer.alloc(18)
  tail.writeUInt16LE(is64 ? 0xffff : Math.min(count, 0xffff), 4)
  tail.writeUInt16LE(is64 ? 0xffff : Math.min(count, 0xffff), 6)
  tail.writeUInt32LE(is64 ? 0xffffffff : directory.length, 8)
  tail.writeUInt32LE(is64 ? 0xffffffff : at, 12)
  const long = is64 || count > 0xffff ? end64(count, directory.length, at) : Buffer.alloc(0)
  return Buffer.concat([...locals, directory, long, signature(0x06054b50), tail])
}

function signature(number: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

function sizes64(size: number, packed: number) {
  const bytes = Buffer.alloc(20)
  bytes.writeUInt16LE(1, 0)
  bytes.writeUInt16LE(16, 2)
  bytes.writeBigUInt64LE(BigInt(size), 4)
  bytes.writeBigUInt64LE(BigInt(packed), 12)
  return bytes
}

/** The end of an archive that has more entries or bytes than the usual end can say, and where that lies. */
function end64(count: number, length: number, at: number) {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(length), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
