import { decodeEntities } from "#app/kit/lib/from-html/html-texts.ts"

/** The words of a caption: without its tags (`<i>`, `<00:01.000>`, `{\an8}`), with what its entities stand for. */
export function decodeCaption(text: string) {
  return decodeEntities(withoutTags(text).replace(/\{\\[^{}]{0,50}\}/g, ""))
}

/** A « < » that begins no tag is one. */
function withoutTags(text: string) {
  let shown = ""
  let at = 0
  for (;;) {
    const open = text.indexOf("<", at)
    if (open === -1) return shown + text.slice(at)
    shown += text.slice(at, open)
    const isTag = /^[/a-z\d]/i.test(text.charAt(open + 1))
    const close = isTag ? text.indexOf(">", open) : -1
    if (isTag && close === -1) return shown + text.slice(open)
    if (!isTag) shown += "<"
    at = isTag ? close + 1 : open + 1
  }
}
