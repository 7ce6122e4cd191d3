import { expect, test } from "vitest"
import { commandOf } from "./row-keys.ts"

const NO_MODIFIER = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
type Press = Parameters<typeof commandOf>[0]

/** In the middle of a sentence of ten letters, unless told otherwise. */
const press = (key: string, more: Partial<Press> = {}) =>
  commandOf({ key, ...NO_MODIFIER, field: "text", from: 5, to: 5, length: 10, ...more })
const [START, END] = [
  { from: 0, to: 0 },
  { from: 10, to: 10 },
]
const CTRL = { ctrlKey: true }

test.each<[string, Partial<Press>, string | undefined]>([
  ["Enter", {}, "split"],
  ["Enter", END, "next"],
  ["Enter", START, "next"],
  ["Enter", { from: 2, to: 4 }, "next"],
  ["Enter", { shiftKey: true }, "previous"],
  ["Enter", { field: "speaker" }, "text"],
  ["Enter", { field: "start" }, "text"],
  ["Enter", { field: "button" }, undefined],
  ["Enter", { altKey: true }, "listen"],
  ["Enter", CTRL, "insert"],
  ["Enter", { metaKey: true }, "insert"],
  ["Backspace", START, "merge"],
  ["Backspace", {}, undefined],
  ["Backspace", { from: 0, to: 5 }, undefined],
  ["Backspace", { ...START, field: "speaker" }, undefined],
  ["Delete", END, "merge-next"],
  ["Delete", {}, undefined],
  ["ArrowLeft", START, "previous"],
  ["ArrowUp", START, "previous"],
  ["ArrowRight", END, "next"],
  ["ArrowDown", END, "next"],
  ["ArrowDown", {}, undefined],
  ["ArrowDown", { ...END, shiftKey: true }, undefined],
  ["ArrowDown", { altKey: true }, "speaker-next"],
  ["ArrowUp", { altKey: true }, "speaker-previous"],
  [" ", CTRL, "toggle"],
  [" ", { ...CTRL, shiftKey: true }, "back"],
  [" ", {}, undefined],
  ["Escape", {}, "toggle"],
  ["z", CTRL, "undo"],
  ["Z", { ...CTRL, shiftKey: true }, "redo"],
  ["y", CTRL, "redo"],
  ["f", CTRL, "find"],
  ["s", CTRL, "save"],
  ["F", { ...CTRL, shiftKey: true }, undefined],
  ["a", CTRL, undefined],
  // What some keyboards write letters with.
  ["@", { ...CTRL, altKey: true }, undefined],
  ["a", {}, undefined],
])("%s with %j asks for %s", (key, more, command) => expect(press(key, more)).toBe(command))
