import { createContext, data, type MiddlewareFunction } from "react-router"
import { getViewer, guard, refuse } from "#app/accounts/auth/guard.server.ts"
import { letterType } from "#app/audience/letters/manage/type.server.ts"
import { supporterType } from "#app/audience/supporters/people/type.server.ts"
import { levels } from "#app/audience/supporters/levels/type.server.ts"
import type { ListedType } from "#app/content/managed-type.server.ts"
import { reachedBy, type ReachedType } from "#app/content/reach.server.ts"
import { managedTypes, setTypes } from "#app/content/types.server.ts"
import { mediaOf } from "#app/media/library/library.server.ts"
import { namedMedia } from "#app/media/library/named-media.server.ts"
import { mediaType } from "#app/media/library/type.server.ts"
import { episodes } from "#app/podcast/episodes/type.server.ts"
import { guestType } from "#app/podcast/guests/type.server.ts"
import { posts } from "#app/writing/blog/type.server.ts"
import { news } from "#app/writing/news/type.server.ts"
import { pages } from "#app/writing/pages/type.server.ts"
import { redirects } from "../redirects/type.server.ts"
import { typePath } from "./forms.ts"
import { parseId } from "#app/kit/lib/numbers.ts"

/** All that hosts manage, in the order in which what they have in common is shown. */
export const TYPES: ListedType[] = [
  ...[episodes, news, posts, pages, guestType],
  ...[letterType, supporterType, levels, redirects, mediaType],
]

setTypes(TYPES)

/** The items that an address names: that of the page, in the card, or that a new one begins with. */
function namedItems(url: URL, id: string | undefined) {
  const { searchParams } = url
  return [id, searchParams.get("edit"), searchParams.get("copy")].flatMap((one) => parseId(one ?? "") ?? [])
}

/** The type that the page at an address is of, as somebody may work on it: set by `guardType`. */
export const typeContext = createContext<ReachedType>()

/** Lets pass who may open the page of the type at an address, and the items and media that it names. */
export const guardType: MiddlewareFunction<Response> = async (args, next) => {
  const { context, params, request, url } = args
  const type = typeAt(url)
  return guard(type.permission)(args, async () => {
    const viewer = getViewer(context)
    const reached = reachedBy(type, viewer)
    context.set(typeContext, reached)
    const others = await Promise.all(namedItems(url, params.id).map(reached.isOfOthers))
    const media = namedMedia(url)
    const own = media.length > 0 ? await mediaOf(viewer).rows.mine(media) : []
    if (others.includes(true) || own.length < media.length) throw await refuse(request, viewer, "writing-all")
    return next()
  })
}

/** The type that the page at an address is of. @throws 404 when there is none */
function typeAt({ pathname }: URL) {
  const path = typePath(pathname)
  const type = managedTypes().find(({ words }) => words.path === path)
  if (!type) throw data({ title: "Page non trouvée" }, { status: 404 })
  return type
}
