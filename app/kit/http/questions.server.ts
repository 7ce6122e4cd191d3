import { data } from "react-router"
import { ASKED } from "./questions.ts"

type Askers<Asked> = Record<
  string,
  (parameters: URLSearchParams) => Asked | null | undefined | Promise<Asked | null | undefined>
>

/**
 * What a page's address asks for (`?action=delete&id=12`), for who has no scripts; null when it asks for nothing.
 *
 * @param askers by what can be asked for: what the page then shows, undefined when there is no such item, null when none was
 *   named
 * @throws 404, with this title, for anything else
 */
export async function findAsked<Asked>(url: URL, askers: Askers<Asked>, notFound: string) {
  const name = url.searchParams.get(ASKED)
  if (name === null) return null
  const asked = Object.hasOwn(askers, name) ? await askers[name]?.(url.searchParams) : undefined
  if (asked === undefined) throw data({ title: notFound }, { status: 404 })
  return asked
}
