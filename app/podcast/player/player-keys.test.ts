import { expect, test } from "vitest"
import { commandOf } from "./player-keys.ts"

const NO_MODIFIER = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test.each([
  [" ", "SECTION", "toggle"],
  [" ", "A", "toggle"],
  ["k", "BUTTON", "toggle"],
  ["K", "BUTTON", "toggle"],
  ["ArrowLeft", "BUTTON", "back"],
  ["j", "A", "back"],
  ["ArrowRight", "SECTION", "forward"],
  ["l", "BUTTON", "forward"],
  // A button is pressed by Space, the one that closes too.
  [" ", "BUTTON", undefined],
  ["ArrowLeft", "INPUT", undefined],
  ["k", "SELECT", undefined],
  ["Enter", "A", undefined],
  ["x", "SECTION", undefined],
])("%j on %s asks for %s", (key, on, command) => {
  expect(commandOf({ ...NO_MODIFIER, key, on })).toBe(command)
})

test.each(["altKey", "ctrlKey", "metaKey", "shiftKey"])("a key with %s is not ours", (modifier) => {
  expect(commandOf({ ...NO_MODIFIER, [modifier]: true, key: "l", on: "SECTION" })).toBeUndefined()
})
