import { letterType } from "#app/audience/letters/manage/type.server.ts"
import type { ManagedType } from "#app/content/managed-type.server.ts"
import { episodes } from "#app/podcast/episodes/type.server.ts"
import { guestType } from "#app/podcast/guests/type.server.ts"
import { posts } from "#app/writing/blog/type.server.ts"
import { news } from "#app/writing/news/type.server.ts"
import { pages } from "#app/writing/pages/type.server.ts"
import { redirects } from "../redirects/type.server.ts"

/** All that hosts manage by a list and a form. */
export const TYPES: ManagedType[] = [episodes, guestType, news, pages, letterType, posts, redirects]
