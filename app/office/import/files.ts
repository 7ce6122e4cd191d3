import type { FileThing } from "./things.ts"

/** Where the pictures and sounds lie that texts name. */
export type Files = {
  /** Of a file's id, or of an address: undefined for what is none. */
  addressOf: (named: string | null) => string | null
  /** A text that names files by id, or smaller copies of them, with the addresses of the files themselves. */
  inText: (markdown: string) => string
}

/** Copies of a picture in other sizes are called like it: `photo-300x200.jpg`, `photo-scaled.jpg`. */
const SIZED = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.[a-z0-9]{2,5}$)/i
const BY_ID = /!\[((?:[^[\]\\]|\\.){0,2000})\]\(import:([^)\s]{1,200})([^)]{0,500})\)\n*/g
const ADDRESS = /\((https?:\/\/[^\s()<>]{1,2000})/g

export function filesOf(files: FileThing[]): Files {
  const byId = new Map(files.map((file) => [file.id, file]))
  const addresses = new Set(files.map(({ address }) => address))
  const whole = (address: string) => {
    const original = address.replace(SIZED, "")
    return original !== address && addresses.has(original) ? original : address
  }
  return {
    addressOf(named) {
      if (named === null) return null
      if (/^https?:\/\//i.test(named)) return whole(named)
      return byId.get(named)?.address ?? null
    },
    inText: (markdown) =>
      markdown
        .replace(BY_ID, (_all, alt: string, id: string, rest: string) => {
          const file = byId.get(id)
          return file ? `![${alt || escapeAlt(file.alt)}](${file.address}${rest || titleOf(file)})\n\n` : ""
        })
        .replace(ADDRESS, (_all, address: string) => `(${whole(address)}`)
        .trimEnd(),
  }
}

const escapeAlt = (text: string) => text.replace(/[[\]\\\n]/g, " ").trim()
const titleOf = ({ caption }: FileThing) =>
  caption ? ` "${caption.replace(/["\\\n]/g, (sign) => (sign === "\n" ? " " : `\\${sign}`))}"` : ""
