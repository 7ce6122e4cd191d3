import { z } from "zod"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { type Card, cardHtml } from "./card-html.ts"

type Node = Card & { type: string; children?: Node[] }

/** What Ghost's editor keeps since Ghost 5 as HTML; undefined for what is none. Takes linear time. */
export function lexicalToHtml(json: string): string | undefined {
  try {
    const root = rootSchema.parse(JSON.parse(json)).root
    return childrenOf(root, 0)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

const rootSchema = z.object({ root: z.record(z.string(), z.unknown()) })

function childrenOf(node: Card, depth: number): string {
  const children = Object.hasOwn(node, "children") ? node.children : undefined
  if (!Array.isArray(children) || depth > MAX_DEPTH) return ""
  return children.map((child) => (isNode(child) ? nodeHtml(child, depth + 1) : "")).join("")
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

function nodeHtml(node: Node, depth: number): string {
  const { type } = node
  const inside = () => childrenOf(node, depth)
  if (TEXTS.has(type)) return textHtml(node)
  if (type === "linebreak") return "<br>"
  if (type === "tab") return " "
  if (type === "link" || type === "autolink") return `<a href="${attribute(node.url)}">${inside()}</a>`
  if (type === "list") {
    const start = typeof node.start === "number" ? node.start : 1
    return node.listType === "number" ? `<ol start="${start}">${inside()}</ol>` : `<ul>${inside()}</ul>`
  }
  const element = type === "heading" || type === "extended-heading" ? headingOf(node) : ELEMENTS.get(type)
  return element ? `<${element}>${inside()}</${element}>` : cardHtml(type, node)
}

function textHtml({ text, format }: Node) {
  const marks = typeof format === "number" ? FORMATS.filter(([bit]) => format & bit) : []
  return marks.reduce(
    (html, [, name]) => `<${name}>${html}</${name}>`,
    typeof text === "string" ? escapeHtml(text) : "",
  )
}

const headingOf = ({ tag }: Node) => (typeof tag === "string" && /^h[1-6]$/.test(tag) ? tag : "h2")
const attribute = (value: unknown) => (typeof value === "string" ? escapeHtml(value) : "")

const TEXTS = new Set(["text", "extended-text", "tk"])
const ELEMENTS = new Map([
  ["paragraph", "p"],
  ["quote", "blockquote"],
  ["extended-quote", "blockquote"],
  ["aside", "blockquote"],
  ["listitem", "li"],
])
/** How Lexical marks words, a bit each. */
const FORMATS: [number, string][] = [
  [16, "code"],
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
]
const MAX_DEPTH = 100
