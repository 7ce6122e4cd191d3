import { allIllustrated } from "#app/content/illustrated.server.ts"
import { writeForSite } from "./write-letter.server.ts"

/** A letter's content as safe HTML for pages of the site: what everybody may read, without anything personal. */
export async function renderLetterForSite(content: string) {
  const [shown = ""] = await allIllustrated([await writeForSite(content)])
  return shown
}
