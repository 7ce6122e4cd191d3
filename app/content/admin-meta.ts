/** A route's `matches`: the first is always the root, which knows the podcast's name. */
type Matches = readonly [{ loaderData: { podcast: { name: string } } }, ...unknown[]]

/** The head of a page of the back office: nothing there is for search engines. */
export function adminMeta(matches: Matches, title: string) {
  const { name } = matches[0].loaderData.podcast
  return [{ title: `${title} · Administration · ${name}` }, { name: "robots", content: "noindex" }]
}
