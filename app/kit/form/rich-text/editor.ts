import { gapCursor } from "prosemirror-gapcursor"
import { history, redoDepth, undoDepth } from "prosemirror-history"
import { Fragment, Node, Slice } from "prosemirror-model"
import { type Command, EditorState, Plugin, Selection } from "prosemirror-state"
import { EditorView } from "prosemirror-view"
import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { writeRichText } from "#app/kit/lib/rich-text/write-rich-text.ts"
import { filesOf } from "../markdown/paste.ts"
import { addComing, type Coming, comingMedia, type PastedPicture, putPictures } from "./coming.ts"
import { COMMANDS, type CommandName, findActive, findLink, setLink } from "./commands.ts"
import { typedSigns } from "./input-rules.ts"
import { keys } from "./keys.ts"
import { numberNotes } from "./notes.ts"
import { schema } from "./schema.ts"
import { forgetSources } from "./sources.ts"
import { fitCell, keepTables } from "./tables.ts"
import { nodeViews } from "./views.ts"

/** What the tools around a text show. */
export type EditorLook = {
  active: ReadonlySet<string>
  canUndo: boolean
  canRedo: boolean
  words: string
  /** Where one writes, when that is an empty line. */
  emptyLine: EmptyLine | undefined
}

/** As seen from the corner of what holds the editor. */
export type EmptyLine = { top: number; left: number; height: number }

export type EditorOptions = {
  place: HTMLElement
  opened: RichNode | KeptText
  attributes: Record<string, string>
  /** Hears of each change, with the text that is then to be saved. */
  onChange: (markdown: string) => void
  onLook: (look: EditorLook) => void
  onLink: () => void
  onMenu: () => void
  onFiles: (files: File[]) => void
  /** @returns whether it takes care of what is pasted */
  onPaste: (pasted: DataTransfer) => boolean
  /** Hears how many media of the text are still on their way. */
  onComing: (count: number) => void
}

/** A text as somebody left it, with what can be undone. */
export type KeptText = { read: Node; state: EditorState; scrollTop: number; isFocused: boolean }

export type Editor = ReturnType<typeof createEditor>

/** An editor of a text, in `place`. All that stands around it, and what it is saved as, is others'. */
export function createEditor(options: EditorOptions) {
  const held = new Set<{ at: number }>()
  const look = () => options.onLook(lookOf(view))
  const { opened } = options
  let read = "read" in opened ? opened.read : readDoc(opened)
  const fresh = stateOf(read, options)
  // On phones the tools stand over the end of what is seen.
  const around = { top: 5, right: 5, bottom: matchMedia("(pointer: coarse)").matches ? 112 : 5, left: 5 }
  const view: EditorView = new EditorView(options.place, {
    state: "read" in opened ? opened.state.reconfigure({ plugins: fresh.plugins }) : fresh,
    nodeViews,
    attributes: options.attributes,
    scrollThreshold: around,
    scrollMargin: around,
    dispatchTransaction(tr) {
      for (const place of held) place.at = tr.mapping.map(place.at)
      const { state, transactions } = view.state.applyTransaction(tr)
      view.updateState(state)
      if (transactions.some(({ docChanged }) => docChanged))
        options.onChange(writeRichText(toRich(state.doc)))
      look()
    },
  })
  look()
  // The line that one writes in stands elsewhere then; pictures are as high as they are once they are there.
  const follow = () => {
    if (isEmptyLine(view)) look()
  }
  const sizes = new ResizeObserver(follow)
  sizes.observe(view.dom)
  view.dom.addEventListener("scroll", follow)
  view.dom.addEventListener("load", follow, { capture: true })

  const run = (command: Command) => {
    command(view.state, (tr) => view.dispatch(tr))
    view.focus()
  }
  return {
    view,
    focus: () => view.focus(),
    /** Where one writes is seen, whatever now lies over the text. */
    keepInSight() {
      if (view.hasFocus()) view.dispatch(view.state.tr.scrollIntoView())
    },
    lookNow: () => lookOf(view),
    run: (name: CommandName) => run(COMMANDS[name]),
    setLink: (address: string) => run(setLink(address)),
    linkAt: () => findLink(view.state)?.href,

    /** Another text in the place of all. */
    open: (doc: RichNode) => {
      read = readDoc(doc)
      view.updateState(stateOf(read, options))
      look()
    },
    /** Once it is seen. */
    goOn() {
      if (!("read" in opened)) return
      view.dom.scrollTop = opened.scrollTop
      if (opened.isFocused) view.focus()
    },
    keep: (): KeptText => ({
      read,
      state: view.state,
      scrollTop: view.dom.scrollTop,
      // Or what stands in it, such as the caption of a picture.
      isFocused: view.dom.contains(document.activeElement),
    }),

    /** Remembers where the selection ends, while others go on writing. @returns what inserts there */
    hold() {
      const place = { at: view.state.selection.to }
      held.add(place)
      return (doc: RichNode | undefined) => {
        held.delete(place)
        if (doc) insertBlocks(view, doc, place.at)
      }
    },
    insertBlocks: (doc: RichNode) => insertBlocks(view, doc, view.state.selection.to),

    /** Shows media on their way where one writes, until they are there. */
    bring(coming: Coming[]) {
      const at = view.state.selection.to
      const places = coming.map((each) => ({ ...each, at }))
      view.dispatch(addComing(view.state.tr, places).scrollIntoView())
      view.focus()
    },

    /**
     * In the place of what is selected, within its line as far as it has none of its own.
     *
     * @param pictures by what stands for them in `doc`
     */
    paste(doc: RichNode, pictures = new Map<string, PastedPicture>()) {
      const { content } = ownNode(doc)
      const tr = view.state.tr.replaceSelection(fitCell(Slice.maxOpen(content, false), view.state))
      putPictures(tr, pictures)
      view.dispatch(tr.scrollIntoView())
    },
    typeText: (text: string) => view.dispatch(view.state.tr.insertText(text)),
    destroy() {
      sizes.disconnect()
      view.destroy()
    },
  }
}

/** @throws for what the editor cannot hold */
function readDoc(doc: RichNode) {
  const read = Node.fromJSON(schema, doc)
  read.check()
  return read
}

function stateOf(read: Node, { onLink, onMenu, onFiles, onPaste, onComing }: EditorOptions) {
  const taken = new Plugin({
    props: {
      handleTextInput(view, from, to, text) {
        if (text !== "/" || from !== to || !isEmptyLine(view)) return false
        view.dispatch(view.state.tr.scrollIntoView())
        onMenu()
        return true
      },
      transformPasted: (slice, { state }) => fitCell(slice, state),
      handlePaste(view, { clipboardData }) {
        if (!clipboardData || view.state.selection.$from.parent.type.spec.code) return false
        const files = filesOf(clipboardData)
        if (files.length > 0) onFiles(files)
        return files.length > 0 || onPaste(clipboardData)
      },
      handleDrop(view, event) {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return false
        event.preventDefault()
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (place)
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))))
        onFiles(files)
        return true
      },
    },
  })
  return EditorState.create({
    doc: read,
    plugins: [
      taken,
      comingMedia(onComing),
      typedSigns(),
      ...keys(onLink),
      history(),
      gapCursor(),
      keepTables(),
      numberNotes(),
      forgetSources(read),
    ],
  })
}

function lookOf(view: EditorView): EditorLook {
  const { state } = view
  const { doc, selection } = state
  return {
    active: findActive(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    words: doc.textBetween(0, doc.content.size, "\n", " "),
    emptyLine: isEmptyLine(view) ? lineAt(view, selection.from) : undefined,
  }
}

function isEmptyLine({ state: { selection } }: EditorView) {
  const { parent, depth } = selection.$from
  return selection.empty && depth === 1 && parent.type === schema.nodes.paragraph && parent.childCount === 0
}

function lineAt(view: EditorView, at: number): EmptyLine | undefined {
  const { top, bottom, left } = view.coordsAtPos(at)
  const seen = view.dom.getBoundingClientRect()
  // Scrolled out of sight.
  if (bottom < seen.top || top > seen.bottom) return undefined
  const around = view.dom.offsetParent?.getBoundingClientRect() ?? { top: 0, left: 0 }
  return { top: top - around.top, left: left - around.left, height: bottom - top }
}

/** After the block at `at`, or in the place of an empty one. */
function insertBlocks(view: EditorView, doc: RichNode, at: number) {
  const { tr } = view.state
  const place = tr.doc.resolve(Math.min(at, tr.doc.content.size))
  const block = place.depth > 0 ? place.node(1) : undefined
  const isEmpty = block?.type === schema.nodes.paragraph && block.childCount === 0
  const from = block ? (isEmpty ? place.before(1) : place.after(1)) : place.pos
  const to = block && isEmpty ? place.after(1) : from
  const { content } = ownNode(doc)
  tr.replaceWith(from, to, content)
  const end = from + content.size
  if (end === tr.doc.content.size) tr.insert(end, schema.nodes.paragraph.create())
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView())
  view.focus()
}

/** What another text was read from means nothing in this one. */
function ownNode(doc: RichNode) {
  const blocks = readDoc(doc).children.map((block) =>
    block.type.create({ ...block.attrs, source: null, gap: null }, block.content, block.marks),
  )
  return { content: Fragment.from(blocks) }
}

function toRich(doc: Node): RichNode {
  return doc.toJSON()
}
