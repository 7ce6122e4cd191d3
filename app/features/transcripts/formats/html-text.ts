import { parseClock } from "#app/lib/chapters.ts"
import type { FoundCue } from "#app/lib/cues.ts"
import { decodeEntities } from "#app/lib/from-html/html-texts.ts"
import { nameSpeakers } from "./speaker-labels.ts"

const BLOCKS = new Set("p div li br h1 h2 h3 h4 h5 h6 section article tr blockquote dd dt".split(" "))
const SILENT = new Set("script style head title template noscript svg".split(" "))

type Token = { name: string; isEnd: boolean; text?: undefined } | { text: string; name?: undefined }

/** A page with a transcript: `<cite>` is who speaks and `<time>` when, as Podcasting 2.0 has it; else a paragraph a cue. */
export function readHtmlText(html: string): FoundCue[] {
  const cues: FoundCue[] = []
  let speaker = ""
  let start: number | null = null
  let text = ""
  let aside: { name: "cite" | "time"; text: string } | undefined

  const end = () => {
    if (text.trim() !== "") cues.push({ start, ...(speaker && { speaker }), text })
    text = ""
  }
  for (const token of tokensOf(html)) {
    if (token.text !== undefined) {
      if (aside) aside.text += token.text
      else text += token.text
    } else if (token.name === "cite" || token.name === "time") {
      if (token.isEnd && aside?.name === "cite") speaker = aside.text.trim().replace(/[ \u00a0\u202f]?:$/, "")
      if (token.isEnd && aside?.name === "time") start = parseClock(aside.text.trim()) ?? start
      end()
      aside = token.isEnd ? undefined : { name: token.name, text: "" }
    } else if (BLOCKS.has(token.name)) {
      end()
      aside = undefined
    } else text += " "
  }
  end()
  return nameSpeakers(cues)
}

/** Linear whatever the nesting: nothing is built, and what is never closed ends the text. */
function* tokensOf(html: string): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const open = html.indexOf("<", at)
    if (open !== at) yield { text: decodeEntities(html.slice(at, open === -1 ? undefined : open)) }
    if (open === -1) return
    if (html.startsWith("<!--", open)) {
      const close = html.indexOf("-->", open)
      if (close === -1) return
      at = close + 3
      continue
    }
    const [tag] = /^<\/?([a-z][a-z0-9-]{0,20})/i.exec(html.slice(open, open + 30)) ?? []
    const close = html.indexOf(">", open)
    if (!tag || close === -1) {
      // A « < » that begins no tag, or what stands between « <! » and its end.
      if (html[open + 1] === "!" && close !== -1) at = close + 1
      else {
        yield { text: "<" }
        at = open + 1
      }
      if (close === -1 && tag) return
      continue
    }
    const isEnd = tag.startsWith("</")
    const name = tag.slice(isEnd ? 2 : 1).toLowerCase()
    at = close + 1
    if (SILENT.has(name) && !isEnd) {
      const stop = endOf(html, name, at)
      if (stop === -1) return
      at = stop
    } else yield { name, isEnd }
  }
}

function endOf(html: string, name: string, from: number) {
  const pattern = new RegExp(`</${name}\\s{0,20}>`, "gi")
  pattern.lastIndex = from
  const found = pattern.exec(html)
  return found ? found.index + found[0].length : -1
}
