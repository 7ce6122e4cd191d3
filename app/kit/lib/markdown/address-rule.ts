import type { MarkdownIt, StateInline } from "markdown-it"
import { type FoundAddress, findAddresses } from "../addresses.ts"

/**
 * Makes links of the addresses in a text. They are found before anything else is: an underscore or a star in an address is
 * no emphasis. Not markdown-it's own: it looks for addresses after emphasis, and with patterns whose time is not bounded.
 */
export function addAddresses(md: MarkdownIt) {
  md.inline.ruler.before("text", "address", (state, silent) => {
    const address = addressesIn(state).get(state.pos)
    if (!address || state.linkLevel > 0 || address.end > state.posMax) return false
    if (!silent) {
      const open = state.push("link_open", "a", 1)
      open.attrs = [["href", state.md.normalizeLink(unescape(address.href))]]
      open.info = "auto"
      state.push("text", "", 0).content = unescape(state.src.slice(address.start, address.end))
      state.push("link_close", "a", -1).info = "auto"
    }
    state.pos = address.end
    return true
  })

  // As markdown-it's own, but stopping where an address begins.
  md.inline.ruler.at("text", (state, silent) => {
    const starts = addressesIn(state)
    let end = state.pos
    while (end < state.posMax && !ENDS_TEXT.has(state.src.charCodeAt(end))) {
      if (end > state.pos && starts.has(end)) break
      end += 1
    }
    if (end === state.pos) return false
    if (!silent) state.pending += state.src.slice(state.pos, end)
    state.pos = end
    return true
  })
}

function unescape(address: string) {
  return address.replace(/\\(?=[_*~])/g, "")
}

const known = new WeakMap<StateInline, Map<number, FoundAddress>>()

function addressesIn(state: StateInline) {
  let addresses = known.get(state)
  if (!addresses) {
    addresses = new Map(findAddresses(state.src).map((address) => [address.start, address]))
    known.set(state, addresses)
  }
  return addresses
}

const ENDS_TEXT = new Set(Array.from("\n!&*<[\\]^_`~", (character) => character.charCodeAt(0)))
