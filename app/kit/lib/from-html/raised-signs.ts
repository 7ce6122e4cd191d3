/**
 * Raised or lowered words, for which Markdown has no sign: « m² » and « H₂O » where all of them are signs of Unicode. « 1er » and
 * « Mme » are read as they are, so only what could be misread says what it was.
 */
export function raisedText(text: string, isLowered: boolean) {
  const signs = isLowered ? LOWERED : RAISED
  const letters = Array.from(text.trim())
  if (letters.length > 0 && letters.every((letter) => signs.has(letter)))
    return letters.map((letter) => signs.get(letter)).join("")
  if (/^tm$/i.test(text.trim()) && !isLowered) return "™"
  return /[\d+=−-]/.test(text) ? `${isLowered ? "_" : "^"}(${text.trim()})` : text
}

export const RAISED = signsOf("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
const LOWERED = signsOf("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")

function signsOf(letters: string, signs: string) {
  const all = Array.from(signs)
  return new Map(Array.from(letters, (letter, index) => [letter, all[index] ?? letter]))
}
