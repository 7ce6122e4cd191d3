import { type DOMOutputSpec, type NodeSpec, Schema } from "prosemirror-model"

/** What a block at the top of a text has been read from; null once it is another's (sources.ts). */
const READ = { source: { default: null }, gap: { default: null } }

/** A block that holds what `content` says and is shown as `tag`. */
function block(content: string, tag: string, more: Partial<NodeSpec> = {}): NodeSpec {
  const dom: DOMOutputSpec = [tag, 0]
  return {
    content,
    group: "block",
    toDOM: () => dom,
    parseDOM: [{ tag }],
    ...more,
    attrs: { ...READ, ...more.attrs },
  }
}

/** A block without text of its own, drawn by its view (views.ts). */
function atom(attrs: NodeSpec["attrs"], name: string): NodeSpec {
  return {
    group: "block",
    atom: true,
    draggable: true,
    attrs: { ...READ, ...attrs },
    toDOM: (node) => ["div", { [`data-${name}`]: JSON.stringify(node.attrs) }],
    parseDOM: [{ tag: `div[data-${name}]`, getAttrs: (dom) => readAttrs(dom.getAttribute(`data-${name}`)) }],
  }
}

function readAttrs(json: string | null): Record<string, unknown> | false {
  try {
    const read: unknown = JSON.parse(json ?? "")
    return typeof read === "object" && read !== null && { ...read, source: null, gap: null }
  } catch {
    return false
  }
}

const LEVELS = [1, 2, 3, 4, 5, 6]

/** The texts of hosts, as `RichNode` has them (app/kit/lib/rich-text/nodes.ts). */
export const schema = new Schema({
  nodes: {
    doc: { content: "(block | footnote)+", attrs: { end: { default: "" } } },
    paragraph: block("inline*", "p"),
    heading: block("inline*", "h2", {
      attrs: { level: { default: 2 } },
      defining: true,
      toDOM: (node) => [`h${node.attrs.level}`, 0],
      parseDOM: LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    }),
    blockquote: block("block+", "blockquote", { defining: true }),
    bulletList: block("listItem+", "ul", {
      attrs: { isLoose: { default: false } },
      toDOM: ({ attrs: { isLoose } }) => ["ul", { "data-loose": isLoose ? "" : null }, 0],
      parseDOM: [{ tag: "ul", getAttrs: (dom) => ({ isLoose: dom.hasAttribute("data-loose") }) }],
    }),
    orderedList: block("listItem+", "ol", {
      attrs: { start: { default: 1 }, isLoose: { default: false } },
      toDOM: ({ attrs: { start, isLoose } }) => [
        "ol",
        { start: String(start), "data-loose": isLoose ? "" : null },
        0,
      ],
      parseDOM: [
        {
          tag: "ol",
          getAttrs: (dom) => ({
            start: Number(dom.getAttribute("start")) || 1,
            isLoose: dom.hasAttribute("data-loose"),
          }),
        },
      ],
    }),
    listItem: {
      content: "block+",
      defining: true,
      attrs: { checked: { default: null } },
      toDOM: () => ["li", 0],
      parseDOM: [{ tag: "li" }],
    },
    table: block("tableRow+", "table", { isolating: true, toDOM: () => ["table", ["tbody", 0]] }),
    tableRow: { content: "tableCell+", toDOM: () => ["tr", 0], parseDOM: [{ tag: "tr" }] },
    // No line breaks: a row is a line.
    tableCell: {
      content: "words*",
      isolating: true,
      attrs: { isHeader: { default: false }, align: { default: null } },
      toDOM: ({ attrs: { isHeader, align } }) => [isHeader ? "th" : "td", { align }, 0],
      parseDOM: [{ tag: "th,td", getAttrs: readCell }],
    },
    footnote: block("paragraph+", "div.rich-footnote", {
      group: "",
      defining: true,
      attrs: { label: {} },
      toDOM: ({ attrs: { label } }) => ["div", { class: "rich-footnote", "data-label": label }, 0],
      parseDOM: [{ tag: "div.rich-footnote[data-label]", getAttrs: readLabel }],
    }),
    rule: block("", "hr", { toDOM: () => ["hr"] }),
    codeBlock: block("text*", "pre", {
      attrs: { info: { default: "" } },
      code: true,
      marks: "",
      defining: true,
      toDOM: () => ["pre", ["code", 0]],
      parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
    }),
    picture: atom({ src: {}, alt: { default: "" }, title: { default: null } }, "picture"),
    embed: atom({ address: {}, label: { default: "" } }, "embed"),
    source: block("text*", "pre.rich-source", {
      code: true,
      marks: "",
      defining: true,
      toDOM: () => ["pre", { class: "rich-source" }, ["code", 0]],
      parseDOM: [{ tag: "pre.rich-source", preserveWhitespace: "full", priority: 60 }],
    }),
    text: { group: "inline words" },
    noteReference: {
      group: "inline words",
      inline: true,
      attrs: { label: {} },
      toDOM: ({ attrs: { label } }) => ["sup", { class: "rich-note", "data-label": label }],
      parseDOM: [{ tag: "sup.rich-note[data-label]", getAttrs: readLabel }],
    },
    inlinePicture: {
      group: "inline words",
      inline: true,
      draggable: true,
      attrs: { src: {}, alt: { default: "" }, title: { default: null } },
      toDOM: ({ attrs: { src, alt, title } }) => ["img", { src, alt, title, class: "rich-inline" }],
      parseDOM: [{ tag: "img.rich-inline[src]", getAttrs: readPicture }],
    },
    hardBreak: {
      group: "inline",
      inline: true,
      selectable: false,
      toDOM: () => ["br"],
      parseDOM: [{ tag: "br" }],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      toDOM: ({ attrs: { href, title } }) => ["a", { href, title: title ?? href }, 0],
      parseDOM: [{ tag: "a[href]", getAttrs: readLink }],
    },
    strong: {
      toDOM: () => ["strong", 0],
      parseDOM: [{ tag: "strong" }, { tag: "b" }],
    },
    em: { toDOM: () => ["em", 0], parseDOM: [{ tag: "em" }, { tag: "i" }] },
    strike: { toDOM: () => ["s", 0], parseDOM: [{ tag: "s" }, { tag: "del" }] },
    code: { code: true, toDOM: () => ["code", 0], parseDOM: [{ tag: "code" }] },
  },
})

function readCell(dom: HTMLElement) {
  const align = dom.getAttribute("align") ?? ""
  return { isHeader: dom.matches("th"), align: /^(?:left|center|right)$/.test(align) ? align : null }
}

function readLabel(dom: HTMLElement) {
  const label = dom.dataset.label ?? ""
  return /^[^\s[\]^]{1,50}$/.test(label) && { label }
}

function readPicture(dom: HTMLElement) {
  return {
    src: dom.getAttribute("src"),
    alt: dom.getAttribute("alt") ?? "",
    title: dom.getAttribute("title"),
  }
}

/** Without a title of its own a link's says where it leads. */
function readLink(dom: HTMLElement) {
  const href = dom.getAttribute("href") ?? ""
  const title = dom.getAttribute("title")
  return /^(?:https?:|mailto:|[/#])/i.test(href) ? { href, title: title === href ? null : title } : false
}
