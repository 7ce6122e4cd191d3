import { Parser } from "htmlparser2"
import { ImportError } from "../import-error.ts"

/** A row of one of the tables; of the options, each is a row with its name and `value`. */
export type Row = { table: string; fields: Map<string, string> }

/** Reads Podlove Publisher's export piece by piece: tables of rows of fields. `isWhole`: whether it was closed. */
export function createRowReader() {
  const open: string[] = []
  let done: Row[] = []
  let fields = new Map<string, string>()
  let pieces: string[] = []
  let left = 0
  /** Of markup that nothing came of yet: the parser holds it. */
  let silent = 0
  let isWhole = false

  const isField = () => open.length === 4 || (open.length === 3 && open[1] === "options")

  const parser = new Parser(
    {
      onopentagname(name) {
        silent = 0
        if (open.length >= MAX_DEPTH) throw new ImportError(MALFORMED)
        open.push(name.slice(name.indexOf(":") + 1))
        if (open.length === 3) fields = new Map()
        pieces = []
        left = MAX_FIELD_CHARACTERS
      },
      ontext(text) {
        silent = 0
        if (!isField() || left <= 0) return
        pieces.push(text.slice(0, left))
        left -= text.length
      },
      onclosetag(_, isImplied) {
        silent = 0
        const [, table = "", option = ""] = open
        if (open.length === 4 && fields.size < MAX_FIELDS) fields.set(open[3] ?? "", pieces.join(""))
        if (open.length === 3 && table === "options") fields.set("name", option).set("value", pieces.join(""))
        if (open.length === 3) done.push({ table, fields })
        pieces = []
        if (open.length === 1 && !isImplied) isWhole = true
        open.pop()
      },
    },
    { xmlMode: true },
  )

  return {
    write(text: string) {
      silent += text.length
      if (silent > MAX_FIELD_CHARACTERS) throw new ImportError(MALFORMED)
      parser.write(text)
      const rows = done
      done = []
      return rows
    },
    isWhole: () => isWhole,
  }
}

const MAX_DEPTH = 20
const MAX_FIELDS = 100
const MAX_FIELD_CHARACTERS = 1_000_000
const MALFORMED =
  "Ce fichier est mal formé\u00a0: un élément ne s’y referme pas. Refaites l’export dans Podlove Publisher, sans modifier le fichier."
