import { type ComponentType, lazy } from "react"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { ListView } from "#app/content/lists/list-view.ts"

type Given = {
  edited: object | null
  response: FormResponse | null | undefined
  path: string
  view: ListView
}

/** By address, the form of each type; only the one that is shown is loaded. */
export const FORMS: Record<string, ComponentType<Given>> = {
  "/admin/episodes": form(async () => (await import("#app/podcast/episodes/episode-form.tsx")).EpisodeForm),
  "/admin/guests": form(async () => (await import("#app/podcast/guests/guest-form.tsx")).GuestForm),
  "/admin/news": form(async () => (await import("#app/writing/news/news-form.tsx")).NewsForm),
  "/admin/pages": form(async () => (await import("#app/writing/pages/page-form.tsx")).PageForm),
  "/admin/letters": form(
    async () => (await import("#app/audience/letters/manage/letter-form.tsx")).LetterForm,
  ),
  "/admin/blog": form(async () => (await import("#app/writing/blog/post-form.tsx")).PostForm),
  "/admin/redirects": form(async () => (await import("../redirects/redirect-form.tsx")).RedirectForm),
}

/** What a form is given is what its type finds (`store.find`, `formShows`): the compiler does not see them together. */
function form<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: (await load()) as ComponentType<unknown> as ComponentType<Given> }))
}
