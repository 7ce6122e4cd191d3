import { site } from "#site"

/** The head of a page of the back office: nothing there is for search engines. */
export function adminMeta(title: string) {
  return [{ title: `${title} · Administration · ${site.name}` }, { name: "robots", content: "noindex" }]
}
