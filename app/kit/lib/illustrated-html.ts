import { choiceOf, type Picture, styleOf } from "./pictures.ts"

/** As `renderMarkdown` writes a picture: whatever is in its attributes is escaped. */
const IMAGE = /<img src="\/media\/([\w-]{22})\/[^"]*" alt="([^"]*)"([^>]*)>/g
/** How many pictures of a text come in sizes: each is some hundred letters, and a page is not to be longer by millions. */
const MAX_PICTURES = 200
/** As wide as a column of text is, at twice its density. */
const MOST_WIDTH = 1920
/** Of a page's column of text. */
const SIZES = "(width < 40rem) calc(92vw - 2.5rem), min(92vw - 6rem, 42.5rem)"

/** The keys of the library's pictures in rendered Markdown, once each, as many as are shown in sizes. */
export function keysIn(texts: string[]) {
  const found = texts.flatMap((html) => [...html.matchAll(IMAGE)].slice(0, MAX_PICTURES))
  return [...new Set(found.map(([, key = ""]) => key))].slice(0, MAX_PICTURES)
}

/**
 * Gives the library's pictures in rendered Markdown their sizes, and the library's description where the text says none.
 *
 * @param sizes how wide the text's column is, as the attribute says it
 */
export function illustrate(html: string, pictures: ReadonlyMap<string, Picture>, sizes = SIZES) {
  let count = 0
  return html.replace(IMAGE, (tag: string, key: string, alt: string, rest: string) => {
    const picture = pictures.get(key)
    if (!picture || (count += 1) > MAX_PICTURES) return tag
    return pictureTag(picture, alt || escape(picture.alt), rest.replace(/\s*\/$/, ""), sizes)
  })
}

/** @param alt as HTML @param rest further attributes, as HTML */
function pictureTag(picture: Picture, alt: string, rest: string, sizes: string) {
  const { sources, src, srcSet } = choiceOf(picture, MOST_WIDTH)
  const { objectPosition: _uncut, ...ground } = styleOf(picture)
  const style = Object.entries(ground).map(([name, value]) => `${name}:${value}`)
  const look = style.length > 0 ? ` class="picture-ground" style="${style.join(";")}"` : ""
  const choice = srcSet ? ` sizes="${sizes}" srcset="${srcSet}"` : ""
  const offered = sources.map(
    (source) => `<source type="${source.type}" srcset="${source.srcSet}" sizes="${sizes}" />`,
  )
  const image = `<img${choice} src="${src}" alt="${alt}" width="${picture.width}" height="${picture.height}"${look}${rest} />`
  return `<picture>${offered.join("")}${image}</picture>`
}

function escape(text: string) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
