import { plainText } from "#app/kit/lib/from-html/html-texts.ts"

type Found = { what: string; at: number }

/**
 * Where in a text something was found, in French: behind which heading. Each thing once, and no more than a host reads.
 *
 * @param found in the order of the text
 */
export function placeLosses(html: string, found: Found[]) {
  if (found.length === 0) return []
  const headings = [...html.matchAll(HEADING)].map(({ index, 1: text = "" }) => ({
    index,
    text: plainText(text),
  }))
  const once = [...new Map(found.toReversed().map((one) => [one.what, one])).values()].reverse()
  let next = 0
  let heading = ""
  return once.slice(0, MAX_LOSSES).map(({ what, at }) => {
    for (; (headings[next]?.index ?? Infinity) < at; next += 1) heading = headings[next]?.text || heading
    return { what, where: heading === "" ? "au début" : `après «\u00a0${heading}\u00a0»` }
  })
}

const HEADING = /<h[1-6]\b[^<>]{0,500}>([^<]{0,200})/gi
const MAX_LOSSES = 50
