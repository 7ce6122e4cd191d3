import { expect } from "vitest"
import { send } from "./app.ts"
import { type Part, visit } from "./html.ts"

/** The page of a search, which has to be there. @param parameters beside the search, such as `&type=pages` */
export async function getResults(query: string, parameters = "") {
  const response = await send(`/recherche?q=${encodeURIComponent(query)}${parameters}`)
  expect([query, response.status]).toEqual([query, 200])
  return await response.text()
}

/** The titles of what is found, the best first. */
export async function titlesOf(query: string, parameters = "") {
  const html = await getResults(query, parameters)
  const list = /<ol class="mt-4[^>]*>(.*?)<\/ol>/s.exec(html)?.[1] ?? ""
  return [...list.matchAll(/<h2>(.*?)<\/h2>/gs)].map(([, heading = ""]) => {
    const text = heading
      .replace(/<[^>]+>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&")
    return (text.split(" : ", 2).length === 2 ? text.slice(text.indexOf(" : ") + 3) : text).replace(
      /[\u00a0\u202f]/g,
      " ",
    )
  })
}

/** What the page says of what it found, or why it found nothing. */
export const noticeOf = ({ get }: Pick<Part, "get">) =>
  get("main")
    .get("div", { role: "status" })
    .text.replace(/[\u00a0\u202f]/g, " ")

export const statusOf = async (query: string) =>
  noticeOf(await visit(`/recherche?q=${encodeURIComponent(query)}`))
