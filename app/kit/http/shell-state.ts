import { type ColorScheme, readColorScheme } from "./color-scheme.ts"
import { readSidebarState } from "./sidebar-state.ts"

/** What the back office's frame is drawn with, from the request's cookies, so that nothing jumps or flashes. */
export type ShellState = { isExpanded: boolean; scheme: ColorScheme }

/** @param cookieHeader a request's `Cookie` header */
export function readShellState(cookieHeader: string | null): ShellState {
  return { isExpanded: readSidebarState(cookieHeader), scheme: readColorScheme(cookieHeader) }
}
