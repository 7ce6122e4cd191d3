import { siteSettings } from "#app/base/settings/site-settings.server.ts"

const DAY_MS = 86_400_000

type Commentable = { commentsOpen: "automatic" | "open" | "closed"; publishedAt: Date }

/** Whether one may comment on an episode at a time: as its form says, else by the rules of the site. */
export function areCommentsOpen({ commentsOpen, publishedAt }: Commentable, now = new Date()) {
  if (commentsOpen !== "automatic") return commentsOpen === "open"
  const { comments, commentDays } = siteSettings().rules
  if (comments === "closed") return false
  return commentDays === 0 || now.getTime() - publishedAt.getTime() < commentDays * DAY_MS
}
