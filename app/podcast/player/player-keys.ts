type Press = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey"> & {
  /** The element that has the focus, as in `tagName`. */
  on: string
}

/** What a key pressed in the bar asks for. The slider, the list of speeds and Space on a button have their own sense. */
export function commandOf({ key, on, ...modifiers }: Press) {
  if (modifiers.altKey || modifiers.ctrlKey || modifiers.metaKey || modifiers.shiftKey) return undefined
  if (on === "INPUT" || on === "SELECT" || (on === "BUTTON" && key === " ")) return undefined
  return COMMANDS.get(key.toLowerCase())
}

const COMMANDS = new Map<string, "toggle" | "back" | "forward">([
  [" ", "toggle"],
  ["k", "toggle"],
  ["arrowleft", "back"],
  ["j", "back"],
  ["arrowright", "forward"],
  ["l", "forward"],
])
