import { readFields } from "./delivery-status.ts"

type Entity = { fields: Map<string, string>; body: string }
/** A part of a mail that holds no others, as it was written. */
export type MailPart = Entity & { type: string }

/** Five are usual, on three floors. */
const MAX_PARTS = 50
const MAX_DEPTH = 8
const MAX_VALUE = 2_000

/**
 * Cuts a mail into its parts (RFC 2046, 5.1) by position: nothing is decoded, and whatever is written is looked at once for each
 * floor.
 *
 * @param text each byte a letter; its end may be missing
 */
export function readMail(text: string) {
  const mail = readEntity(text.replaceAll("\r\n", "\n"))
  const parts: MailPart[] = []
  collect(mail, 0, parts)
  return { fields: mail.fields, parts }
}

function readEntity(text: string): Entity {
  const end = `\n${text}`.indexOf("\n\n")
  return end === -1
    ? { fields: readFields(text), body: "" }
    : { fields: readFields(text.slice(0, end)), body: text.slice(end).replace(/^\n{1,2}/, "") }
}

function collect(entity: Entity, depth: number, parts: MailPart[]) {
  const value = (entity.fields.get("content-type") ?? "text/plain").slice(0, MAX_VALUE)
  const type = value.split(/[;\s(]/, 1)[0]?.toLowerCase() ?? ""
  const [, quoted, bare] = type.startsWith("multipart/") ? (BOUNDARY.exec(value) ?? []) : []
  const boundary = quoted ?? bare
  if (boundary === undefined) parts.push({ ...entity, type })
  else if (depth < MAX_DEPTH) {
    for (const inside of cut(entity.body, boundary)) {
      if (parts.length >= MAX_PARTS) return
      collect(readEntity(inside), depth + 1, parts)
    }
  }
}

const BOUNDARY = /;\s{0,100}boundary\s{0,20}=\s{0,20}(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i

function* cut(body: string, boundary: string) {
  const text = `\n${body}`
  const mark = `\n--${boundary}`
  let start = -1
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    const lineEnd = text.indexOf("\n", at + 1)
    const rest = text.slice(at + mark.length, lineEnd === -1 ? undefined : lineEnd).trimEnd()
    // Another one, which begins like it.
    if (rest !== "" && rest !== "--") continue
    if (start !== -1) yield text.slice(start, at)
    if (rest === "--") return
    start = lineEnd === -1 ? text.length : lineEnd + 1
  }
  if (start !== -1) yield text.slice(start)
}

/** What a part says, each byte a letter: what is asked of it is written in ASCII. */
export function decodePart({ fields, body }: MailPart) {
  return decode(body, fields.get("content-transfer-encoding")?.toLowerCase()).replaceAll("\r\n", "\n")
}

function decode(body: string, encoding: string | undefined) {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("latin1")
  if (encoding !== "quoted-printable") return body
  return body.replaceAll(/=(?:[ \t]{0,20}\n|([\da-f]{2}))/gi, (_, code?: string) =>
    code === undefined ? "" : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
