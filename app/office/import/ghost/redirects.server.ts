import { z } from "zod"
import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import { ImportError } from "../import-error.ts"
import { createLosses } from "../losses.ts"
import type { LossThing, RedirectThing } from "../things.ts"

/** Whether a file of a Ghost is the list of its redirections, of Ghost 1 to 3 as JSON, since then as YAML. */
export const isRedirects = (head: string) => YAML.test(head) || JSON_LIST.test(head)

/**
 * The redirections that lead from one address to another. Ghost reads all of them as patterns: those that stand for many
 * addresses are told.
 */
export async function* readRedirects(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<RedirectThing | LossThing> {
  const written = await textOf(source)
  const losses = createLosses()
  const told = new Set<string>()
  for (const { from, to } of rulesIn(written)) {
    const path = plainPath(from)
    if (path === undefined || !isPlainTarget(to)) losses.add("patterns", PATTERN)
    else if (!told.has(path) && Buffer.byteLength(path) <= MAX_ID && told.size < MAX_RULES) {
      told.add(path)
      yield { kind: "redirect", id: path, from: path, to }
    }
  }
  yield* losses.end()
}

async function textOf(source: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    if ((bytes += chunk.length) > MAX_BYTES) throw new ImportError(TOO_LARGE)
    chunks.push(chunk)
  }
  return cleanCharacters(Buffer.concat(chunks).toString())
}

function rulesIn(written: string) {
  const text = written.replace(/^\ufeff/, "")
  if (!JSON_LIST.test(text)) return linesIn(text)
  try {
    return listSchema.parse(JSON.parse(text)).flatMap((rule) => rule ?? [])
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return []
    throw error
  }
}

/** « /ancien/: /nouveau/ » below « 301: », either of them maybe in quotation marks. */
function linesIn(text: string) {
  return text.split("\n").flatMap((line) => {
    const [, from = "", to = ""] = LINE.exec(line.slice(0, MAX_LINE).trimEnd()) ?? []
    return from === "" || to === "" ? [] : [{ from: unquoted(from), to: unquoted(to) }]
  })
}

const unquoted = (text: string) => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text

/** The one path that a pattern stands for. */
function plainPath(pattern: string) {
  const path = pattern
    .trim()
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .replace(/\/\?$/, "/")
    .replaceAll(/\\([/.-])/g, "$1")
  return path.startsWith("/") && !/[\\^$*+?()[\]{}|\s]/.test(path) ? path : undefined
}

const isPlainTarget = (to: string) => /^(?:\/(?!\/)|https?:\/\/)[^\s$]*$/i.test(to) && to.length <= MAX_LINE

const YAML = /^(?:\xef\xbb\xbf|\ufeff)?(?:[ \t]*(?:#[^\n]*)?\r?\n){0,100}["']?30[12]["']?:/
const JSON_LIST =
  /^(?:\xef\xbb\xbf|\ufeff)?\s{0,1000}\[\s{0,1000}(?:\]|\{\s{0,1000}"(?:from|to|permanent)"\s{0,100}:)/
const LINE =
  /^[ \t]+("[^"]*"|'[^']*'|[^\s"'#](?:[^:]|:(?![ \t]))*):[ \t]+("[^"]*"|'[^']*'|[^\s"'#]\S*)(?:[ \t]+#.*)?$/
const listSchema = z.array(z.object({ from: z.string(), to: z.string() }).optional().catch(undefined))
const MAX_BYTES = 5 * 1024 ** 2
const TOO_LARGE =
  "Cette liste de redirections est démesurée, plus de 5\u00a0Mo\u00a0: importez l’export sans elle."
const MAX_LINE = 2_000
const MAX_ID = 500
const MAX_RULES = 10_000
const PATTERN = {
  what: "redirection par motif",
  one: "redirection qui vaut pour plusieurs adresses (expression régulière)",
  many: "redirections qui valent pour plusieurs adresses (expressions régulières)",
}
