import { Parser } from "htmlparser2"
import { createChannelCollector } from "./channel.ts"
import { createDocumentCheck } from "./document-check.ts"
import { FeedError } from "./feed-error.ts"
import { MAX_XML_DEPTH } from "./feed-limits.ts"
import { createItemCollector } from "./raw-item.ts"
import type { Attributes, ItemFrame, RawItem } from "./raw-item.ts"
import { createNamespaceScopes, declaredPrefix, feedModuleOf } from "./xml-namespaces.ts"

type Frame = { kind: "item" | "outside" } | { kind: "inside"; frame: ItemFrame }

/** `cut` says that the file ended inside the item. */
export type ParsedItem = { raw: RawItem; cut: boolean }

/**
 * Reads a feed piece by piece: `write` and `end` give the items completed since the last call. Lenient XML, constant
 * memory, no DTD. `isWhole` tells afterwards whether the channel was closed, `channel` what it says of itself. Throws a
 * FeedError for what is no feed.
 */
export function createFeedParser() {
  const document = createDocumentCheck()
  const namespaces = createNamespaceScopes(feedModuleOf)
  const channel = createChannelCollector()
  const frames: Frame[] = []
  let done: ParsedItem[] = []
  let count = 0
  let collector: ReturnType<typeof createItemCollector> | undefined
  // htmlparser2 says when a tag begins, but without gathering attributes it does not say when it ends.
  let pending: { name: string; attributes: Attributes } | undefined
  let isEnding = false
  let isWhole = false

  function openPending() {
    if (!pending) return
    const { name, attributes } = pending
    pending = undefined
    if (frames.length >= MAX_XML_DEPTH)
      throw new FeedError(
        `Ce flux est mal formé : ses éléments s'imbriquent sur plus de ${MAX_XML_DEPTH} niveaux.`,
      )
    namespaces.enter(frames.length, declarations(attributes, document.isFeed()))
    const { module, local } = namespaces.resolve(name)
    if (!document.isFeed()) document.open(local)
    if (module === "rss" && local === "item") beginItem()
    else if (collector) frames.push({ kind: "inside", frame: collector.open(module, local, attributes) })
    else {
      channel.open(frames.length, module, local, attributes)
      frames.push({ kind: "outside" })
    }
  }

  function beginItem() {
    // An item inside an item: the first one was never closed.
    endItem(false)
    count += 1
    collector = createItemCollector(count)
    frames.push({ kind: "item" })
  }

  function endItem(cut: boolean) {
    if (collector) done.push({ raw: collector.end(), cut })
    collector = undefined
  }

  const parser = new Parser(
    {
      onopentagname(name) {
        openPending()
        pending = { name, attributes: new Map() }
      },
      onattribute(name, value) {
        if (pending && pending.attributes.size < MAX_ATTRIBUTES && !pending.attributes.has(name))
          pending.attributes.set(name, value)
      },
      ontext(text) {
        openPending()
        if (collector) return collector.text(text)
        channel.text(text)
        document.text(text)
      },
      onclosetag(name, implied) {
        openPending()
        const frame = frames.pop()
        namespaces.leave(frames.length)
        if (frame?.kind === "outside") channel.close(frames.length)
        if (frame?.kind === "inside") collector?.close(frame.frame)
        if (frame?.kind === "item" && !frames.some(({ kind }) => kind === "item")) endItem(isEnding)
        if (!implied && /^(channel|rss)$/i.test(name)) isWhole = true
      },
      onprocessinginstruction(name, data) {
        document.instruction(name, data)
      },
    },
    { xmlMode: true },
  )

  function take() {
    const items = done
    done = []
    return items
  }

  return {
    write(text: string) {
      parser.write(text)
      return take()
    },
    end() {
      isEnding = true
      parser.end()
      document.end()
      return take()
    },
    isWhole: () => isWhole,
    channel: () => channel.end(),
  }
}

// A default namespace on the root itself is a slip: in RSS 2.0 the feed's own elements have none.
function declarations(attributes: Attributes, isFeed: boolean) {
  const uris = new Map<string, string>()
  for (const [name, value] of attributes) {
    const prefix = declaredPrefix(name)
    if (prefix !== undefined && (prefix !== "" || isFeed)) uris.set(prefix, value)
  }
  return uris
}

const MAX_ATTRIBUTES = 200
