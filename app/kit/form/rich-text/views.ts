import type { Node } from "prosemirror-model"
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view"
import { findEmbed, spellPlaying } from "#app/kit/lib/embeds.ts"

type GetPos = () => number | undefined

/** What is drawn with more than a tag, with what belongs to it in its place. */
export const nodeViews: Record<string, NodeViewConstructor> = {
  picture: pictureView,
  embed: embedView,
  listItem: itemView,
}

/** A picture with its words below it. */
function pictureView(node: Node, view: EditorView, getPos: GetPos): NodeView {
  const image = make("img")
  const alt = wordsInput("Texte alternatif", (text) => set(view, getPos, "alt", text))
  const title = wordsInput("Légende", (text) => set(view, getPos, "title", text || null))
  const dom = make("figure", "rich-picture", image, alt.label, title.label)
  const draw = ({ attrs }: Node) => {
    if (image.getAttribute("src") !== attrs.src) image.src = attrs.src
    image.alt = attrs.alt
    fill(alt.input, attrs.alt)
    fill(title.input, attrs.title ?? "")
  }
  draw(node)
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false
      draw(next)
      return true
    },
    stopEvent: ({ target }) => target instanceof HTMLInputElement,
    ignoreMutation: () => true,
  }
}

function wordsInput(name: string, onInput: (text: string) => void) {
  const input = make("input", "control")
  input.addEventListener("input", () => onInput(input.value))
  input.addEventListener("keydown", (event) => {
    // It is no field of the form, which it must not send.
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault()
  })
  return { input, label: make("label", "", make("span", "", name), input) }
}

function fill(input: HTMLInputElement, text: string) {
  if (input.value !== text) input.value = text
}

function set(view: EditorView, getPos: GetPos, name: string, value: string | boolean | null) {
  const at = getPos()
  if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, name, value))
}

/** What plays on the page, said in words: nothing is loaded from another host while one writes. */
function embedView({ attrs: { label, address } }: Node): NodeView {
  const embed = findEmbed(address)
  const words = label || (embed?.kind === "frame" ? `${spellPlaying(embed.shape)} sur ${embed.provider}` : "")
  const dom = make("div", "rich-embed", make("strong", "", words || address))
  if (words) dom.append(make("small", "", address))
  return { dom, ignoreMutation: () => true }
}

/** An item, with the box of a task. */
function itemView(node: Node, view: EditorView, getPos: GetPos): NodeView {
  const { checked } = node.attrs
  const contentDOM = make("div")
  if (typeof checked !== "boolean") return { dom: make("li", "", contentDOM), contentDOM }
  const box = make("input")
  box.type = "checkbox"
  box.checked = checked
  box.ariaLabel = "Fait"
  box.contentEditable = "false"
  box.addEventListener("change", () => set(view, getPos, "checked", box.checked))
  const dom = make("li", "rich-task", box, contentDOM)
  return {
    dom,
    contentDOM,
    update: (next) => next.type === node.type && next.attrs.checked === checked,
    stopEvent: ({ target }) => target === box,
    ignoreMutation: ({ target }) => target === box,
  }
}

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  ...children: (Element | string)[]
) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}
