import { appendFileSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"

/**
 * Every statement of code and tests on the embedded database is noted in this folder, for `app/db/every-statement.test.ts`,
 * which shows them to another server.
 */
export const NOTES = process.env.STATEMENTS

if (NOTES && !process.env.TEST_DATABASE_URL) {
  const file = join(NOTES, `${process.pid}.jsonl`)
  const known = new Set<string>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const text = textOf(sent[0])
    if (text !== undefined && !known.has(text) && /^\s*\(?(select|insert|update|delete|with)\b/i.test(text)) {
      known.add(text)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return Reflect.apply(query, this, sent)
  } as typeof query
}

function textOf(sent: unknown) {
  if (typeof sent === "string") return sent
  return typeof sent === "object" && sent && "text" in sent && typeof sent.text === "string"
    ? sent.text
    : undefined
}

/** Each of them once. */
export async function readNotes(folder: string) {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")))
  const lines = files.flatMap((text) => text.split("\n").filter(Boolean))
  return [...new Set(lines)].map((line) => JSON.parse(line) as string)
}
