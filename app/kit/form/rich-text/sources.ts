import type { Node } from "prosemirror-model"
import { Plugin } from "prosemirror-state"

/**
 * Blocks at the top of a text are written back as they were read, until something in them is another: then they forget what
 * they were read from. What undoes the change undoes this, too.
 */
export function forgetSources(read: Node) {
  const blocks = new Map<unknown, Node[]>()
  for (const block of read.children) {
    const { source } = block.attrs
    blocks.set(source, [...(blocks.get(source) ?? []), block])
  }
  const isAsRead = (block: Node) => blocks.get(block.attrs.source)?.some((one) => one.eq(block)) ?? false

  return new Plugin({
    appendTransaction(transactions, _, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      doc.forEach((block, at) => {
        if (block.attrs.source === null || isAsRead(block)) return
        tr.setNodeAttribute(at, "source", null)
      })
      return tr.docChanged ? tr : null
    },
  })
}
