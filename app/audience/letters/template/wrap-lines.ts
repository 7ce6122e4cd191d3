/**
 * A text in lines of at most so many characters; an address or a word that is longer has a line of its own. What is broken
 * already stays so. Only plain spaces break: those of French punctuation do not.
 */
export function wrapLines(text: string, width = 72) {
  return text
    .split("\n")
    .map((line) => wrapLine(line, Math.max(20, width)))
    .join("\n")
}

function wrapLine(text: string, width: number) {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line].join("\n")
}
