import { DARK_QUERY } from "./mail-frame.ts"

/**
 * A letter's HTML as one kind of mail program shows it, whatever the browser's own appearance is: the rules of its media query
 * apply or do not. Links open beside it.
 */
export function shownAs(as: string | null, html: string) {
  const styled = html.replace(DARK_QUERY, as === "dark" ? "@media all" : "@media not all")
  const scheme = as === "dark" ? "dark" : "light"
  const own = styled.replace("color-scheme: light dark;", `color-scheme: ${scheme};`)
  const shown = as === "bare" ? own.replaceAll(/(<img\b[^>]*?) src="[^"]*"/g, "$1") : own
  return shown.replaceAll("<a ", '<a target="_blank" rel="noopener" ')
}
