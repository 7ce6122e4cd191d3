import { sql } from "drizzle-orm"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"

/** What texts become that are no episodes. */
export const TEXT_TARGETS = {
  post: { table: blogPosts, prefix: "/blog/" },
  page: { table: customPages, prefix: "/page/" },
  news: { table: news, prefix: undefined },
} as const
export type TextTarget = keyof typeof TEXT_TARGETS

/** The version of each row that an import may have made; comments have none. */
export const VERSIONS = sql`(
  select 'episode' as target, id, version from ${episodes}
  union all select 'post', id, version from ${blogPosts}
  union all select 'news', id, version from ${news}
  union all select 'page', id, version from ${customPages}
  union all select 'comment', id, 1 from ${comments})`
