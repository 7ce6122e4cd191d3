import { TokenParser, Tokenizer, TokenType } from "@streamparser/json"
import { ImportError } from "../import-error.ts"

/** A row of one of Ghost's tables, as the export has it; its columns may hold anything. */
export type Row = { table: string; fields: Record<string, unknown> }

/**
 * The rows of an export's tables as they arrive, whatever its size, in the memory that one of them takes.
 *
 * @throws ImportError where it is no JSON, or ends in the middle; rows before that were told
 */
export async function* readRows(source: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const parser = createParser()
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

function createParser() {
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 })
  const parser = new TokenParser({ paths: ["$.db.*.data.*.*", "$.data.*.*"], keepStack: false })
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

/** Tables are in the fourth depth, and a row holds texts. */
const MAX_DEPTH = 50
const MAX_ROW_BYTES = 64 * 1024 ** 2

const AGAIN = "refaites l’export dans Ghost, puis importez-le à nouveau, sans le modifier."
const CUT = `Cet export de Ghost s’arrête au milieu\u00a0: ${AGAIN}`
const NO_JSON = `Cet export de Ghost est abîmé, ce n’est pas du JSON\u00a0: ${AGAIN}`
const TOO_DEEP = `Cet export de Ghost est imbriqué plus profondément que Ghost ne l’écrit\u00a0: ${AGAIN}`
const TOO_LONG = `Cet export de Ghost contient un texte démesuré, de plus de 64\u00a0Mo\u00a0: ${AGAIN}`
