import { splitBlock } from "prosemirror-commands"
import { history, undo } from "prosemirror-history"
import { Node } from "prosemirror-model"
import { type Command, EditorState, TextSelection } from "prosemirror-state"
import { expect, test } from "vitest"
import { COMMANDS } from "./commands.ts"
import { schema } from "./schema.ts"
import { forgetSources } from "./sources.ts"

const block = (type: string, source: string, text: string) => ({
  type,
  attrs: { source, gap: "\n\n" },
  content: [{ type: "text", text }],
})

/** Two paragraphs, with the caret at the end of the first one unless told otherwise. */
function open(caret = 4) {
  const doc = Node.fromJSON(schema, {
    type: "doc",
    content: [block("paragraph", "*Un*.", "Un."), block("heading", "## Deux", "Deux")],
  })
  const selection = TextSelection.create(doc, caret)
  let state = EditorState.create({ doc, selection, plugins: [history(), forgetSources(doc)] })
  return {
    run: (command: Command) => command(state, (tr) => (state = state.apply(tr))),
    type: (text: string) => (state = state.apply(state.tr.insertText(text))),
    sources: () => state.doc.children.map(({ attrs }) => attrs.source),
    text: () => state.doc.textContent,
  }
}

test("15.13 a block that is changed forgets what it was read from, and the others keep it", () => {
  const editor = open()
  editor.type("!")
  expect(editor.sources()).toEqual([null, "## Deux"])
})

test("15.13 what undoes the change brings it back", () => {
  const editor = open()
  editor.type("!")
  editor.run(undo)
  expect(editor.text()).toBe("Un.Deux")
  expect(editor.sources()).toEqual(["*Un*.", "## Deux"])
})

test("15.13 of a block that is split in two, neither half is the whole", () => {
  const editor = open(2)
  editor.run(splitBlock)
  expect(editor.sources()).toEqual([null, null, "## Deux"])
  editor.run(undo)
  expect(editor.sources()).toEqual(["*Un*.", "## Deux"])
})

test("15.13 a new line below a block leaves it as it was", () => {
  const editor = open(4)
  editor.run(splitBlock)
  expect(editor.sources()).toEqual(["*Un*.", null, "## Deux"])
})

test("15.13 a mark and a kind are changes, too", () => {
  const editor = open(4)
  editor.run(COMMANDS["heading-3"])
  expect(editor.sources()).toEqual([null, "## Deux"])
  editor.run(undo)
  editor.run(COMMANDS.quote)
  expect(editor.sources()).toEqual([null, "## Deux"])
})
