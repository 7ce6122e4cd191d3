import { type ArticleOptions, articleToMarkdown } from "./article-to-markdown.ts"

/**
 * The Markdown of what was copied from Word, Google Docs or a web page, without its pictures. Takes linear time.
 *
 * @returns undefined where it is longer than a person copies
 */
export function pastedToMarkdown(html: string) {
  return html.length > MAX_LENGTH ? undefined : read(html, () => undefined)
}

const MAX_LENGTH = 2_000_000

/** A picture of what was copied. */
export type ReadPicture = {
  /** Where another host has it, or itself. */
  from: string | File
  alt: string
  /** The address by which the Markdown shows it. */
  mark: string
}

/** Of one paste. */
const MAX_PICTURES = 20

/**
 * The same with its pictures, each as a block of its own.
 *
 * @returns also how many pictures are left out: they lie on the writer's disk, as Word's do, or are too many
 */
export function readPasted(html: string) {
  const { rest, files } = liftFiles(html)
  if (rest.length > MAX_LENGTH) return undefined
  const pictures: ReadPicture[] = []
  let left = 0
  const markdown = read(rest, ({ src = "", alt = "" }, address) => {
    const number = FILE_MARK.exec(src)?.[1]
    const from = number === undefined ? address : files[Number(number)]
    // What is so small holds a place, or counts who reads.
    if (from === "") return undefined
    if (!from || pictures.length === MAX_PICTURES) {
      left += 1
      return undefined
    }
    const mark = `/image-collee/${pictures.length + 1}`
    pictures.push({ from, alt: alt.replace(/\s+/g, " ").trim().slice(0, MAX_ALT), mark })
    return mark
  })
  return { markdown, pictures, left }
}

/** Pictures that stand in the HTML itself would make it longer than any text; null for what is none, "" for a dot. */
function liftFiles(html: string) {
  const [start = "", ...parts] = html.split(/(["'])data:(image\/[\w.+-]{1,40});base64,/)
  const files: (File | "" | null)[] = []
  const out = [start]
  for (let index = 0; index < parts.length; index += 3) {
    const [quote = "", type = "", after = ""] = parts.slice(index, index + 3)
    const end = after.indexOf(quote)
    out.push(`${quote}data:${files.length}`, end === -1 ? quote : after.slice(end))
    files.push(fileOf(`image-${files.length + 1}`, type, after.slice(0, end)))
  }
  return { rest: out.join(""), files }
}

function fileOf(name: string, type: string, base64: string) {
  if (base64.length < MIN_BASE64) return ""
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    return new File([bytes], `${name}.${type.slice("image/".length)}`, { type })
  } catch {
    return null
  }
}

const FILE_MARK = /^data:(\d{1,6})$/
const MIN_BASE64 = 150
const MAX_ALT = 1_000

const read = (html: string, picture: ArticleOptions["picture"]) =>
  articleToMarkdown(fragmentOf(html), { picture, hasMarks: true, keepsLines: false }).markdown

/** Between the marks that Windows puts around what was selected. */
function fragmentOf(html: string) {
  const start = html.indexOf("<!--StartFragment-->")
  const end = html.lastIndexOf("<!--EndFragment-->")
  return start === -1 || end < start ? html : html.slice(start, end)
}
