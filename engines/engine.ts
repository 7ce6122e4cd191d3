import { globSync } from "node:fs"
import { installWithApt } from "../test/browser.ts"

/** What a walk needs of a browser. Elements are named by an expression of the page that finds one. */
export type Engine = {
  open(address: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** The value of an expression of the page, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>
  click(element: string): Promise<void>
  /** Presses keys on what has the focus. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** Dates are shown in Paris time everywhere: from elsewhere, a slip is a hydration error. */
export const ELSEWHERE = "America/Montreal"

/** Every letter is a key that goes down and up again, in the words that both of WebDriver's protocols share. */
export function keyActions(text: string) {
  const actions = [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ])
  return [{ type: "key", id: "keyboard", actions }]
}

/** A press of the pointer in the middle of an element, named as the protocol names one. */
export function clickActions(origin: object) {
  const actions = [
    { type: "pointerMove", x: 0, y: 0, origin },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ]
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]
}

/**
 * Looks for the programs of an engine, and installs their packages where that can be done.
 *
 * @param files patterns of their paths
 * @throws Error with one line that names the packages
 */
export function ensurePrograms(files: string[], packages: string[]) {
  const areThere = () => files.every((file) => globSync(file).length > 0)
  if (areThere() || (installWithApt("--no-install-recommends", ...packages) && areThere())) return
  throw new Error(`Not installed: apt-get install --no-install-recommends ${packages.join(" ")}`)
}
