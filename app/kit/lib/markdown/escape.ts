/** A text on one line that Markdown shows as it is. French spaces stay. */
export function escapeMarkdown(text: string) {
  return text.replace(/[ \t\r\n]+/g, " ").replace(/[\\`*_[\]<>&!~#|]/g, String.raw`\$&`)
}
