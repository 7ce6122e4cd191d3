export type Mark =
  | { type: "strong" | "em" | "strike" | "code" }
  | { type: "link"; attrs: { href: string; title?: string | null } }

/**
 * A text as blocks, in the shape of ProseMirror's JSON. Of type "doc" at the top: each of its blocks has `attrs.source` (its
 * Markdown as it stands in the text; null once it was changed) and `attrs.gap` (what stands before it since the block
 * before: line breaks; for the first one what the text begins with). `attrs.end` of the doc stands after the last block.
 */
export type RichNode = {
  type: string
  attrs?: Record<string, string | number | boolean | null>
  content?: RichNode[]
  marks?: Mark[]
  text?: string
}

export function isSameMark(one: Mark, other: Mark) {
  if (one.type === "link")
    return (
      other.type === "link" &&
      one.attrs.href === other.attrs.href &&
      (one.attrs.title ?? "") === (other.attrs.title ?? "")
    )
  return one.type === other.type
}

export function hasMark(marks: Mark[] | undefined, mark: Mark) {
  return marks?.some((one) => isSameMark(one, mark)) ?? false
}

/** The text of a node without its marks; a line break is one. */
export function textOf(node: RichNode): string {
  if (node.type === "hardBreak") return "\n"
  return node.text ?? (node.content ?? []).map(textOf).join("")
}
