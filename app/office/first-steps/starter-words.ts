/** « 1 élément », « 23 éléments » */
export function counted(count: number) {
  return `${count} ${count > 1 ? "éléments" : "élément"}`
}

const NOUNS = {
  episode: ["épisode", "épisodes"],
  news: ["actualité", "actualités"],
  post: ["article", "articles"],
} as const
type Kind = keyof typeof NOUNS

export const ADDRESSES = { episode: "/admin/episodes", news: "/admin/news", post: "/admin/blog" } as const

/** « 10 épisodes, 10 actualités et 3 articles » */
export function describeKinds(items: { kind: Kind }[]) {
  const parts = (Object.keys(NOUNS) as Kind[]).flatMap((kind) => {
    const count = items.filter((item) => item.kind === kind).length
    return count > 0 ? [`${count} ${NOUNS[kind][count > 1 ? 1 : 0]}`] : []
  })
  const last = parts.pop() ?? ""
  return parts.length > 0 ? `${parts.join(", ")} et ${last}` : last
}

/** What visitors left on them, or nothing. */
export function describeLeft(items: { comments: number; likes: number }[]) {
  const sum = (of: "comments" | "likes") => items.reduce((total, item) => total + item[of], 0)
  const [comments, likes] = [sum("comments"), sum("likes")]
  const parts = [
    ...(comments > 0 ? [`${comments} ${comments > 1 ? "commentaires" : "commentaire"}`] : []),
    ...(likes > 0 ? [`${likes} ${likes > 1 ? "mentions « J’aime »" : "mention « J’aime »"}`] : []),
  ]
  return parts.join(" et ")
}
