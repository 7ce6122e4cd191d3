import { parseClock } from "#app/kit/lib/chapters.ts"
import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import { decodeEntities } from "#app/kit/lib/from-html/html-texts.ts"
import type { FoundText } from "./found-text.ts"
import { nameSpeakers } from "./speaker-labels.ts"

const BLOCKS = new Set("p div li br h1 h2 h3 h4 h5 h6 section article tr blockquote dd dt".split(" "))
const SILENT = new Set("script style head title template noscript svg".split(" "))

type Token =
  { name: string; isEnd: boolean; attributes: string; text?: undefined } | { text: string; name?: undefined }

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
    if (cues.length === MAX_FOUND_CUES) break
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

/** SAMI: what is said from a time on, perhaps in several languages; without words, nothing is. */
export function readSami(html: string): FoundText {
  const cues: (FoundCue & { language: string })[] = []
  let cue: (typeof cues)[number] | undefined
  let start: number | null = null
  for (const token of tokensOf(html)) {
    if (cues.length === MAX_FOUND_CUES) break
    if (token.text !== undefined) {
      if (cue) cue.text += token.text
    } else if (token.name === "sync" && !token.isEnd) {
      start = Number(/start\s{0,5}=\s{0,5}["']?(\d{1,9})/i.exec(token.attributes)?.[1] ?? Number.NaN)
      cue = undefined
    } else if (token.name === "p" && !token.isEnd && start !== null) {
      const language = /class\s{0,5}=\s{0,5}["']?(\w{1,30})/i.exec(token.attributes)?.[1] ?? ""
      cue = { start, end: null, text: "", language }
      cues.push(cue)
    } else if (cue) cue.text += " "
  }
  const languages = new Set(cues.map(({ language }) => language))
  const [chosen = ""] = [...languages].toSorted((a, b) => Number(/^fr/i.test(b)) - Number(/^fr/i.test(a)))
  const own = cues.filter(({ language }) => language === chosen)
  return {
    cues: nameSpeakers(
      own.map(({ start, text }, index) => ({ start, end: own[index + 1]?.start ?? null, text })),
    ),
    notes:
      languages.size > 1 ? [`De ${languages.size}\u00a0langues, celle nommée ${chosen} est reprise.`] : [],
  }
}

/** Linear whatever the nesting: nothing is built, and what is never closed ends the text. */
function* tokensOf(html: string): Generator<Token> {
  const tags = /<(?:!|\/?[a-z][a-z0-9-]{0,20})/gi
  let close = html.indexOf(">")
  let at = 0
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    const open = found.index
    const [tag] = found
    if (open > at) yield { text: decodeEntities(html.slice(at, open)) }
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open)
      if (end === -1) return
      tags.lastIndex = at = end + 3
      continue
    }
    // Not looked for again before it is passed: each « < » would go through all that follows.
    if (close !== -1 && close < open) close = html.indexOf(">", open)
    if (close === -1) return
    const attributes = html.slice(open + tag.length, Math.min(close, open + 500))
    tags.lastIndex = at = close + 1
    if (tag === "<!") continue
    const isEnd = tag.startsWith("</")
    const name = tag.slice(isEnd ? 2 : 1).toLowerCase()
    if (SILENT.has(name) && !isEnd) {
      const stop = endOf(html, name, at)
      if (stop === -1) return
      tags.lastIndex = at = stop
    } else yield { name, isEnd, attributes }
  }
  if (at < html.length) yield { text: decodeEntities(html.slice(at)) }
}

function endOf(html: string, name: string, from: number) {
  const pattern = new RegExp(`</${name}\\s{0,20}>`, "gi")
  pattern.lastIndex = from
  const found = pattern.exec(html)
  return found ? found.index + found[0].length : -1
}
