export type Piece = { text: string; style?: "sign" | "bold" | "italic" | "struck" | "code" | "link" }
export type Line = { style?: "heading" | "quote" | "code"; pieces: Piece[] }

/**
 * What Markdown's signs do in a text, line by line, for the eye while it is written; the server's rendering decides. Linear:
 * every repetition is bounded.
 */
export function highlight(text: string): Line[] {
  let isCode = false
  return text.split("\n").map((line) => {
    const isFence = line.startsWith("```")
    if (isFence) isCode = !isCode
    if (isFence || isCode || line.length > MAX_LINE)
      return { style: isFence || isCode ? "code" : undefined, pieces: [{ text: line }] }
    return toLine(line)
  })
}

function toLine(line: string): Line {
  const [sign = ""] = SIGN.exec(line) ?? []
  const pieces: Piece[] = sign === "" ? [] : [{ text: sign, style: "sign" }]
  const style = sign.startsWith("#") ? "heading" : sign.startsWith(">") ? "quote" : undefined
  let rest = sign.length
  for (const { 0: found, index, groups = {} } of line.matchAll(INLINE)) {
    if (index < rest) continue
    const [name] = Object.entries(groups).find(([, value]) => value !== undefined) ?? []
    if (index > rest) pieces.push({ text: line.slice(rest, index) })
    pieces.push({ text: found, style: name as Piece["style"] })
    rest = index + found.length
  }
  if (rest < line.length) pieces.push({ text: line.slice(rest) })
  return { style, pieces }
}

/** A longer line is no sentence of a person. */
const MAX_LINE = 3_000
const SIGN = /^(?:#{1,6} |> |[ \t]{0,12}(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?)/
const INLINE = new RegExp(
  [
    "(?<code>`[^`]{1,300}`)",
    String.raw`(?<link>!?\[[^\]]{0,300}\]\([^)\s]{0,500}\)|https?:\/\/[^\s<>]{1,500})`,
    String.raw`(?<bold>\*\*(?=\S)[^*]{1,500}\*\*)`,
    String.raw`(?<italic>\*(?=[^\s*])[^*]{1,500}\*|(?<![\p{L}\p{N}])_(?=[^\s_])[^_]{1,500}_(?![\p{L}\p{N}]))`,
    "(?<struck>~~[^~]{1,500}~~)",
  ].join("|"),
  "gu",
)
