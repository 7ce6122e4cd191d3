/** A line that is no command, with what is wrong with it, in French. */
export class CommandLineError extends Error {
  override name = "CommandLineError"
}

/**
 * The words of a command, as a shell would split them, though none is asked: apart by spaces, which belong to a word in
 * quotes or after a backslash. Nothing else has a meaning, so that no file's name ever is a command.
 *
 * @throws CommandLineError when a quote is not closed
 */
export function splitCommand(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ""
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at)
    const isEscape = letter === "\\" && quote !== "'" && at + 1 < line.length
    if (isEscape) {
      at += 1
      word = (word ?? "") + line.charAt(at)
    } else if (quote !== "") {
      if (letter === quote) quote = ""
      else word = (word ?? "") + letter
    } else if (letter === '"' || letter === "'") {
      quote = letter
      word ??= ""
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? "") + letter
  }
  if (quote !== "") throw new CommandLineError(`un guillemet ${quote} n’est pas fermé`)
  if (word !== undefined) words.push(word)
  return words
}

/** Puts values in the place of `{name}`, within words too. */
export function fillCommand(words: readonly string[], values: Record<string, string>) {
  return words.map((word) =>
    word.replace(/\{([a-z]+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
    ),
  )
}
