const OPENS = "<![CDATA["
const CLOSES = "]]>"

/**
 * Parts a document that comes in pieces into markup and the text of its CDATA sections, which is nearly all of an export: the
 * parser would hold each of them until it ends, and look at every letter.
 */
export function createCdataSplitter(onMarkup: (text: string) => void, onText: (text: string) => void) {
  let isInside = false
  let held = ""

  function hand(text: string) {
    if (text === "") return
    if (isInside) onText(text)
    else onMarkup(text)
  }

  return {
    write(piece: string) {
      const text = held + piece
      let from = 0
      for (;;) {
        const mark = isInside ? CLOSES : OPENS
        const at = text.indexOf(mark, from)
        if (at === -1) {
          const end = Math.max(from, text.length - begunBy(text, mark))
          hand(text.slice(from, end))
          held = text.slice(end)
          return
        }
        hand(text.slice(from, at))
        isInside = !isInside
        from = at + mark.length
      }
    },

    end() {
      hand(held)
      held = ""
    },
  }
}

/** How many letters at the end of a text may begin the mark. */
function begunBy(text: string, mark: string) {
  for (let count = mark.length - 1; count > 0; count -= 1)
    if (text.endsWith(mark.slice(0, count))) return count
  return 0
}
