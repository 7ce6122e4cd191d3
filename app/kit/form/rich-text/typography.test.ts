import { undoInputRule } from "prosemirror-inputrules"
import { Node } from "prosemirror-model"
import { EditorState, type Plugin, Selection, TextSelection, type Transaction } from "prosemirror-state"
import { EditorView } from "prosemirror-view"
import { expect, test } from "vitest"
import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { typedSigns } from "./input-rules.ts"
import { schema } from "./schema.ts"

/** Types into a block, letter by letter, as a browser tells the editor. @param at the end, unless told otherwise */
function typeInto(block: RichNode, text: string, at?: number) {
  const doc = Node.fromJSON(schema, { type: "doc", content: [block] })
  const selection = at === undefined ? Selection.atEnd(doc) : TextSelection.create(doc, at)
  const plugin: Plugin = typedSigns()
  const view: EditorView = Object.assign(Object.create(EditorView.prototype), {
    input: { composing: false },
    state: EditorState.create({ doc, selection, plugins: [plugin] }),
    dispatch: (tr: Transaction) => (view.state = view.state.apply(tr)),
  })
  for (const letter of text) {
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(letter)
    if (!plugin.props.handleTextInput?.call(plugin, view, from, to, letter, insert)) view.dispatch(insert())
  }
  return view
}

const type = (text: string) => typeInto({ type: "paragraph" }, text).state.doc.textContent

test.each([
  ["l'été", "l’été"],
  ['Il dit "oui".', "Il dit «\u00a0oui\u00a0»."],
  ['("oui")', "(«\u00a0oui\u00a0»)"],
  ["Quoi ?", "Quoi\u202f?"],
  ["Quoi?", "Quoi\u202f?"],
  ["Quoi?!", "Quoi\u202f?!"],
  ["Fini ; suite", "Fini\u202f; suite"],
  ["Ceci : cela", "Ceci\u00a0: cela"],
  ["Ceci: cela", "Ceci\u00a0: cela"],
  ['"oui" !', "«\u00a0oui\u00a0»\u202f!"],
])("15.13 %s is typed as %s", (typed, text) => expect(type(typed)).toBe(text))

test.each(["https://cko.test/a?b=1", "à 10:30", "cko.test/?a;b", "&nbsp;", "Bien:)"])(
  "15.13 %s stays as it is",
  (typed) => expect(type(typed)).toBe(typed),
)

test("15.13 taking it back takes back nothing else, and it stays so", () => {
  const view = typeInto({ type: "paragraph" }, "l'")
  undoInputRule(view.state, view.dispatch)
  expect(view.state.doc.textContent).toBe("l'")
})

test.each(["codeBlock", "source"])("15.13 in a %s, signs are what they are", (block) => {
  expect(typeInto({ type: block }, 'a = "b" ;').state.doc.textContent).toBe('a = "b" ;')
})

test.each([{ type: "code" }, { type: "link", attrs: { href: "/a" } }] as const)(
  "15.13 within $type, too",
  (mark) => {
    const { doc } = typeInto(
      { type: "paragraph", content: [{ type: "text", text: "ab", marks: [mark] }] },
      "'",
      2,
    ).state
    expect(doc.textContent).toBe("a'b")
  },
)

test.each([
  ["## Titre", "heading", "Titre"],
  ["- un", "bulletList", "un"],
  ["3. un", "orderedList", "un"],
  ["> dit", "blockquote", "dit"],
  ["```a", "codeBlock", "a"],
])("15.13 %s begins a %s", (typed, name, text) => {
  const { doc } = typeInto({ type: "paragraph" }, typed).state
  expect([doc.child(0).type.name, doc.textContent]).toEqual([name, text])
})

test("15.13 three dashes draw a line, and one goes on below it", () => {
  const { doc } = typeInto({ type: "paragraph" }, "---a").state
  expect(doc.children.map(({ type }) => type.name)).toEqual(["rule", "paragraph"])
})

test.each([
  ["un **mot** gras", "strong", "mot"],
  ["un *mot* penché", "em", "mot"],
  ["un `mot` exact", "code", "mot"],
])("15.13 %s: the signs become a mark", (typed, mark, text) => {
  const { doc } = typeInto({ type: "paragraph" }, typed).state
  const marked = doc.child(0).children.filter(({ marks }) => marks.some(({ type }) => type.name === mark))
  expect(marked.map((one) => one.text)).toEqual([text])
})
