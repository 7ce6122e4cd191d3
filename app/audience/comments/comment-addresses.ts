/** Where the list begins: one is led there once a comment is posted, and by the links to older ones. */
export const NEWEST = "derniers-commentaires"
/** Where the form begins. */
export const FORM = "commenter"

/** The parameters of an episode's page that choose what is shown of its discussion. */
export const OLDER = "avant"
export const THREAD = "fil"
export const AFTER = "apres"
/** The comment that a reply is written to. */
export const REPLY_TO = "repondre"

export const commentAnchor = (id: number) => `commentaire-${id}`
/** The link by which one replies, which has the focus again once one does not. */
export const replyLinkId = (id: number) => `repondre-${id}`

const VIEW = [OLDER, THREAD, AFTER]

/** The same part of the discussion, without what was asked for there. */
export function viewAddress(path: string, search: URLSearchParams, more: Record<string, string> = {}) {
  const kept = VIEW.flatMap((name) =>
    search
      .getAll(name)
      .slice(0, 1)
      .map((value) => [name, value]),
  )
  const parameters = new URLSearchParams([...kept, ...Object.entries(more)])
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** One comment with its replies. @param after the cursor that its page of replies begins after */
export function threadAddress(path: string, id: number, after?: string | null) {
  const parameters = new URLSearchParams({ [THREAD]: String(id), ...(after && { [AFTER]: after }) })
  return `${path}?${parameters}`
}
