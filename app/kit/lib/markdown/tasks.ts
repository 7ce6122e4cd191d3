import type { MarkdownIt } from "markdown-it"

/** `- [ ]` and `- [x]` become boxes that say whether something is done. */
export function addTasks(md: MarkdownIt) {
  md.core.ruler.push("tasks", ({ tokens, Token }) => {
    for (const [index, item] of tokens.entries()) {
      const inline = tokens[index + 2]
      if (item.type !== "list_item_open" || inline?.type !== "inline") continue
      const [text] = inline.children ?? []
      const mark = text?.type === "text" ? /^\[([ x])\][ \u00a0]/i.exec(text.content) : null
      if (!text || !mark) continue
      item.attrSet("class", "task")
      text.content = text.content.slice(mark[0].length)
      const box = new Token("task", "input", 0)
      box.meta = { isDone: mark[1] !== " " }
      inline.children?.unshift(box)
    }
  })
  md.renderer.rules.task = (tokens, index) =>
    tokens[index]?.meta?.isDone
      ? '<input type="checkbox" checked="" disabled="" aria-label="Fait" /> '
      : '<input type="checkbox" disabled="" aria-label="À faire" /> '
}
