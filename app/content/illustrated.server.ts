import { listPictures } from "#app/db/pictures.server.ts"
import { illustrate, keysIn } from "#app/kit/lib/illustrated-html.ts"

/** HTML of `renderMarkdown` with the library's pictures in the sizes there are; no query where it has none. */
export async function illustrated(html: string) {
  const [text = ""] = await allIllustrated([html])
  return text
}

/** The same for several texts of one page, by one query. @param sizes how wide their column is, if it is not a page's */
export async function allIllustrated(texts: string[], sizes?: string) {
  const pictures = await listPictures(keysIn(texts))
  if (pictures.length === 0) return texts
  const known = new Map(pictures.map((picture) => [picture.key, picture]))
  return texts.map((html) => illustrate(html, known, sizes))
}
