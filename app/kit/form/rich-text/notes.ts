import type { Node } from "prosemirror-model"
import { type Command, Plugin, TextSelection } from "prosemirror-state"
import { Decoration, DecorationSet } from "prosemirror-view"
import { schema } from "./schema.ts"

const { nodes } = schema

/** A reference where one writes, and at the end of the text its note, where one goes on. */
export const insertNote: Command = ({ selection: { $to }, doc, tr }, dispatch) => {
  if (!$to.parent.inlineContent || $to.parent.type.spec.code) return false
  const taken = new Set<unknown>()
  doc.descendants(({ attrs }) => void taken.add(attrs.label))
  let number = 1
  while (taken.has(String(number))) number += 1
  const label = String(number)
  tr.insert($to.pos, nodes.noteReference.create({ label }))
  const end = tr.doc.content.size
  tr.insert(end, nodes.footnote.create({ label }, nodes.paragraph.create()))
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 2)).scrollIntoView())
  return true
}

/** Notes are numbered in the order in which the text leads to them, as on the page. */
export const numberNotes = () =>
  new Plugin<DecorationSet>({
    state: {
      init: (_, { doc }) => drawNumbers(doc),
      apply: (tr, drawn) => (tr.docChanged ? drawNumbers(tr.doc) : drawn),
    },
    props: {
      decorations(state) {
        return this.getState(state)
      },
    },
  })

function drawNumbers(doc: Node) {
  const notes = new Map<unknown, Node>()
  for (const block of doc.children)
    if (block.type === nodes.footnote && !notes.has(block.attrs.label)) notes.set(block.attrs.label, block)
  // A note may lead to another one: the list grows while it is read.
  const used = new Set<unknown>()
  const look = (around: Node) =>
    around.descendants(({ type, attrs }) => {
      if (type === nodes.noteReference && notes.has(attrs.label)) used.add(attrs.label)
      return type !== nodes.footnote
    })
  look(doc)
  for (const label of used) look(notes.get(label) ?? doc)

  const numbers = new Map([...used].map((label, index) => [label, String(index + 1)]))
  const drawn: Decoration[] = []
  doc.descendants(({ type, attrs: { label }, nodeSize }, at) => {
    if (type !== nodes.noteReference && type !== nodes.footnote) return
    // What leads to no note is read as it is written.
    const number = numbers.get(label) ?? (type === nodes.noteReference ? `^${label}` : "")
    drawn.push(Decoration.node(at, at + nodeSize, { "data-number": number }))
  })
  return DecorationSet.create(doc, drawn)
}
