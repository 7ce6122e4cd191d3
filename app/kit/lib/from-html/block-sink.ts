import { isSameMark, type Mark, type RichNode, textOf } from "#app/kit/lib/rich-text/nodes.ts"

export type BlockSink = ReturnType<typeof createSink>

/**
 * Takes words and blocks in the order that they are written in, and makes paragraphs of the words: two line breaks in a row are
 * how many people make one. A picture comes after the words that it stands in.
 *
 * @param onParagraph hears of each
 */
export function createSink(onParagraph: (paragraph: RichNode) => void = () => {}) {
  const blocks: RichNode[] = []
  let words: RichNode[] = []
  let pictures: RichNode[] = []
  let hasWords = false
  // Kept aside: looking into the text while it grows would take quadratic time.
  let isAfterSpace = true

  function flush() {
    if (hasWords)
      for (const content of paragraphsOf(words)) {
        const paragraph = { type: "paragraph", content }
        blocks.push(paragraph)
        onParagraph(paragraph)
      }
    blocks.push(...pictures)
    words = []
    pictures = []
    hasWords = false
    isAfterSpace = true
  }

  return {
    blocks,
    flush,

    text(source: string, marks: Mark[]) {
      const spaced = source.replace(/[ \t\n\f\r]+/g, " ")
      const text = isAfterSpace && spaced.startsWith(" ") ? spaced.slice(1) : spaced
      if (text === "") return
      words.push(marks.length > 0 ? { type: "text", text, marks } : { type: "text", text })
      isAfterSpace = text.endsWith(" ")
      hasWords ||= /\S/.test(text)
    },

    lineBreak() {
      words.push({ type: "hardBreak" })
      isAfterSpace = true
    },

    /** What stands in the words and is none. */
    sign(node: RichNode) {
      words.push(node)
      isAfterSpace = false
      hasWords = true
    },

    picture(block: RichNode) {
      pictures.push(block)
      if (!hasWords) flush()
    },

    block(...nodes: RichNode[]) {
      flush()
      blocks.push(...nodes)
    },
  }
}

/** Words of several blocks as those of one line. */
export function inlineOf(blocks: RichNode[], depth = 0): RichNode[] {
  const nodes: RichNode[] = []
  for (const { type, content = [], attrs = {}, ...block } of blocks) {
    if (nodes.length > 0) nodes.push({ type: "text", text: type === "listItem" ? " • " : " " })
    if (type === "paragraph" || type === "heading") nodes.push(...content)
    else if (type === "picture") nodes.push({ type: "inlinePicture", attrs })
    else if (type === "embed") nodes.push({ type: "text", text: String(attrs.address) })
    else if (type === "codeBlock")
      nodes.push({ type: "text", text: textOf({ type, content, ...block }), marks: [{ type: "code" }] })
    else if (depth < MAX_DEPTH) nodes.push(...inlineOf(content, depth + 1))
  }
  return nodes
}

export function textOfBlocks(blocks: RichNode[]) {
  return inlineOf(blocks).map(textOf).join("").replace(/\s+/g, " ").trim()
}

const MAX_DEPTH = 30

function paragraphsOf(words: RichNode[]) {
  const paragraphs: RichNode[][] = [[]]
  let breaks: RichNode[] = []
  for (const node of words) {
    const paragraph = paragraphs.at(-1) ?? []
    if (node.type === "hardBreak") breaks.push(node)
    // Nothing is to be seen between two line breaks.
    else if (breaks.length === 0 || node.text === undefined || node.text.trim() !== "") {
      if (breaks.length > 1) paragraphs.push([node])
      else paragraph.push(...(paragraph.length > 0 ? breaks : []), node)
      breaks = []
    }
  }
  return paragraphs
    .map(trimLinks)
    .filter((nodes) => nodes.some(({ text }) => text === undefined || text.trim() !== ""))
}

/** A link begins and ends with what is to be seen of it. */
function trimLinks(nodes: RichNode[]) {
  const trimmed: RichNode[] = []
  for (const [index, node] of nodes.entries()) {
    const link = linkOf(node)
    if (!link || node.text === undefined) {
      trimmed.push(node)
      continue
    }
    const isInside = (other: RichNode | undefined) => {
      const own = other && linkOf(other)
      return own !== undefined && isSameMark(own, link)
    }
    const marks = (node.marks ?? []).filter((mark) => mark !== link)
    const start = isInside(nodes[index - 1]) ? 0 : node.text.length - node.text.trimStart().length
    const end = isInside(nodes[index + 1]) ? node.text.length : Math.max(node.text.trimEnd().length, start)
    const pieces: RichNode[] = [
      { ...node, text: node.text.slice(0, start), marks },
      { ...node, text: node.text.slice(start, end) },
      { ...node, text: node.text.slice(end), marks },
    ]
    trimmed.push(...pieces.filter(({ text }) => text !== ""))
  }
  return trimmed
}

const linkOf = ({ marks }: RichNode) => marks?.find(({ type }) => type === "link")
