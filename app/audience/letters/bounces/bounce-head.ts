import { addressIn, isMailServer } from "./plain-bounce.ts"

/** Three lines were asked for; mail servers write a tenth of this. */
const MAX_HEAD = 10_000

/**
 * Whether a mail may be a bounce, by its head alone: a report, or in words from a mail server. Anybody writes it: each line is
 * walked through once.
 *
 * @param head the lines From, Content-Type and Return-Path, as they came
 */
export function mayBeBounce(head: string) {
  const lines = head
    .slice(0, MAX_HEAD)
    .replaceAll(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
  const values = (name: string) =>
    lines.flatMap((line) =>
      line.toLowerCase().startsWith(`${name}:`) ? [line.slice(name.length + 1).trim()] : [],
    )
  if (values("content-type").some((type) => /^multipart\/report\b/i.test(type))) return true
  if (values("return-path").includes("<>")) return true
  return values("from").some((from) => isMailServer(addressIn(from) ?? "@"))
}
