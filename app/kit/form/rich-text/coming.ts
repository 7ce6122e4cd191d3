import { closeHistory } from "prosemirror-history"
import { Fragment, type Node } from "prosemirror-model"
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import { isInserted } from "../markdown/use-insert-media.ts"
import type { PickedMedium, Transfer } from "../media-source.ts"
import { comingView } from "./coming-view.ts"
import { schema } from "./schema.ts"

/** A medium that is on its way into a text. */
export type Coming = {
  transfer: Transfer
  /** What a picture was called where it comes from. */
  alt?: string
}
/** Where it will be, between two blocks: it is drawn there, and no part of the text until it is one. */
type Place = Coming & { at: number; view: ReturnType<typeof comingView> }

/** A picture of what is pasted: the library's, or one that comes into it. */
export type PastedPicture = { src: string; alt: string } | Coming

/** What is over became a block of some size, or nothing. */
type Change = { added?: Place[]; over?: { place: Place; size: number } }

const key = new PluginKey<readonly Place[]>("coming")

export function addComing(tr: Transaction, coming: (Coming & { at: number })[]) {
  const added = coming.map((each) => ({ ...each, view: comingView(each.transfer) }))
  return tr.setMeta(key, { added } satisfies Change)
}

/** The pictures of what was pasted, in the places of what stands for them. */
export function putPictures(tr: Transaction, pictures: Map<string, PastedPicture>) {
  const found: { before: number; picture: PastedPicture }[] = []
  tr.doc.descendants((node, before) => {
    const picture = node.type === schema.nodes.picture ? pictures.get(node.attrs.src) : undefined
    if (picture) found.push({ before, picture })
  })
  const start = tr.mapping.maps.length
  const coming: (Coming & { at: number })[] = []
  for (const { before, picture } of found) {
    const at = tr.mapping.slice(start).map(before)
    if ("src" in picture) tr.setNodeMarkup(at, null, picture)
    else {
      coming.push({ ...picture, at })
      const isAlone = tr.doc.resolve(at).parent.childCount === 1
      tr.replaceWith(at, at + 1, isAlone ? schema.nodes.paragraph.create() : Fragment.empty)
    }
  }
  addComing(tr, coming)
}

/**
 * Draws what is on its way, and puts it into the text once it is there.
 *
 * @param onComing hears how many of them have not arrived or failed yet
 */
export function comingMedia(onComing: (count: number) => void) {
  return new Plugin<readonly Place[]>({
    key,
    state: {
      init: () => [],
      apply(tr, places) {
        const { added = [], over }: Change = tr.getMeta(key) ?? {}
        const end = places.findIndex(({ transfer }) => transfer === over?.place.transfer)
        const move = ({ at }: Place, index: number) => {
          // What waited behind it in the same place follows what it became.
          if (over && index > end && at === over.place.at) return at + over.size
          return tr.mapping.map(at, index < end ? -1 : 1)
        }
        const moved = places.map((place, index) => ({ ...place, at: move(place, index) }))
        return [...moved.filter((_, index) => index !== end), ...added]
          .map((place) => ({ ...place, at: betweenBlocks(tr.doc, place.at) }))
          .toSorted((one, other) => one.at - other.at)
      },
    },
    props: {
      decorations: (state) =>
        DecorationSet.create(
          state.doc,
          placesIn(state).map(({ at, view }) => Decoration.widget(at, view.dom, WIDGET)),
        ),
    },
    view(editor) {
      const followed = new Map<Transfer, () => void>()
      const follow = () => {
        const places = placesIn(editor.state)
        for (const { transfer } of places) {
          if (followed.has(transfer)) continue
          followed.set(
            transfer,
            transfer.subscribe(() => look(transfer)),
          )
          // The editor is not ready for a change while it makes one.
          queueMicrotask(() => look(transfer))
        }
        for (const [transfer, leave] of followed) {
          if (places.some((place) => place.transfer === transfer)) continue
          leave()
          followed.delete(transfer)
        }
        onComing(places.filter(({ view }) => view.isMoving()).length)
      }
      const look = (transfer: Transfer) => {
        const place = placesIn(editor.state).find((one) => one.transfer === transfer)
        if (editor.isDestroyed || !place) return
        const progress = transfer.progress()
        if (progress.phase === "gone") end(editor, place)
        else if (progress.phase === "done" && isInserted(progress.medium))
          end(editor, place, blockOf(progress.medium, place.alt))
        else {
          place.view.show(progress.phase === "done" ? NOT_SHOWN : progress)
          follow()
        }
      }
      follow()
      return {
        update: follow,
        destroy() {
          for (const leave of followed.values()) leave()
        },
      }
    },
  })
}

const placesIn = (state: EditorState) => key.getState(state) ?? []

/** Puts a block in its place, which is one step to undo, or nothing. */
function end(editor: EditorView, place: Place, block?: Node) {
  const { tr } = editor.state
  // At the end of a text there is a line to go on.
  const isLast = place.at === tr.doc.content.size
  if (block) closeHistory(tr.insert(place.at, isLast ? [block, schema.nodes.paragraph.create()] : block))
  const hadFocus = place.view.dom.contains(document.activeElement)
  editor.dispatch(tr.setMeta(key, { over: { place, size: block?.nodeSize ?? 0 } } satisfies Change))
  if (hadFocus) editor.focus()
}

function blockOf({ kind, address, title, alt }: PickedMedium, ownAlt = "") {
  if (kind === "image") return schema.nodes.picture.create({ src: address, alt: ownAlt || alt })
  return schema.nodes.embed.create({ address, label: title })
}

/** After the block at `at`, or before an empty one, in which one writes on. */
function betweenBlocks(doc: Node, at: number) {
  const place = doc.resolve(at)
  if (place.depth === 0) return at
  const isEmpty = place.node(1).isTextblock && place.node(1).childCount === 0
  return isEmpty ? place.before(1) : place.after(1)
}

/** What is done in it is its own, but for what is dropped there. */
const WIDGET = {
  side: -1,
  ignoreSelection: true,
  stopEvent: ({ type }: Event) => !/^(?:drag|drop)/.test(type),
}

const NOT_SHOWN = {
  phase: "failed",
  says: "Ce fichier est dans la médiathèque, mais il n’est pas d’un genre qu’un texte montre.",
  canRetry: false,
} as const
