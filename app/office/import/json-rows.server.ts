import { TokenParser, Tokenizer, TokenType } from "@streamparser/json"
import { ImportError } from "./import-error.ts"

/** A row of a list of objects, and what the list is called in the file; its fields may hold anything. */
export type Row = { table: string; fields: Record<string, unknown> }

/**
 * The rows of lists in a JSON file as they arrive, whatever its size, in the memory that one of them takes.
 *
 * @param paths where rows stand: `$.*`, `$.data.*.*`
 * @throws ImportError where it is no JSON, or ends in the middle; rows before that were told
 */
export async function* readJsonRows(source: AsyncIterable<Uint8Array>, paths: string[]): AsyncGenerator<Row> {
  const parser = createParser(paths)
  let since = 0
  for await (const chunk of source) {
    if (parser.isEnded()) continue
    const rows = parser.write(chunk)
    since = rows.length > 0 ? 0 : since + chunk.length
    if (since > MAX_ROW_BYTES) throw new ImportError(TOO_LONG)
    yield* rows
  }
  if (!parser.isEnded()) throw new ImportError(CUT)
}

function createParser(paths: string[]) {
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 })
  const parser = new TokenParser({ paths, keepStack: false })
  let rows: Row[] = []
  let depth = 0
  tokenizer.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth > MAX_DEPTH) throw new ImportError(TOO_DEEP)
    parser.write(token)
  }
  parser.onValue = ({ value, parent, stack }) => {
    if (Array.isArray(parent) && typeof value === "object" && value !== null && !Array.isArray(value))
      rows.push({ table: String(stack.at(-1)?.key), fields: value })
  }
  return {
    write(chunk: Uint8Array) {
      rows = []
      try {
        tokenizer.write(chunk)
      } catch (error) {
        // Whatever else it throws is about the file: nothing of ours runs in it.
        throw error instanceof ImportError ? error : new ImportError(NO_JSON)
      }
      return rows
    },
    isEnded: () => parser.isEnded,
  }
}

/** Lists are in the fourth depth at most, and a row holds texts. */
const MAX_DEPTH = 50
const MAX_ROW_BYTES = 64 * 1024 ** 2

const AGAIN = "refaites l’export, puis importez-le à nouveau, sans le modifier."
const CUT = `Ce fichier JSON s’arrête au milieu\u00a0: ${AGAIN}`
const NO_JSON = `Ce fichier est abîmé, ce n’est pas du JSON\u00a0: ${AGAIN}`
const TOO_DEEP = `Ce fichier JSON est imbriqué plus profondément qu’un export ne l’est\u00a0: ${AGAIN}`
const TOO_LONG = `Ce fichier JSON contient un texte démesuré, de plus de 64\u00a0Mo\u00a0: ${AGAIN}`
