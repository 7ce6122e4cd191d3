import { lazy, type ReactNode } from "react"
import type { ManagedForm } from "#app/content/manager-form.tsx"

type Given = Omit<ManagedForm<never>, "edited"> & { edited: object | null }
/** A form as its page draws it: given what its type finds (`FormOf`). By a method rather than a function each is one of them. */
type Loaded = { default(props: Given): ReactNode }

/** By address, the form of each type; only the one that is shown is loaded. */
const LOADERS: Record<string, () => Promise<Loaded>> = {
  "/admin/episodes": async () => ({
    default: (await import("#app/podcast/episodes/episode-form.tsx")).EpisodeForm,
  }),
  "/admin/guests": async () => ({ default: (await import("#app/podcast/guests/guest-form.tsx")).GuestForm }),
  "/admin/levels": async () => ({
    default: (await import("#app/audience/supporters/levels/level-form.tsx")).LevelForm,
  }),
  "/admin/news": async () => ({ default: (await import("#app/writing/news/news-form.tsx")).NewsForm }),
  "/admin/pages": async () => ({ default: (await import("#app/writing/pages/page-form.tsx")).PageForm }),
  "/admin/blog": async () => ({ default: (await import("#app/writing/blog/post-form.tsx")).PostForm }),
  "/admin/supporters": async () => ({
    default: (await import("#app/audience/supporters/people/supporter-form.tsx")).SupporterForm,
  }),
  "/admin/redirects": async () => ({
    default: (await import("../redirects/redirect-form.tsx")).RedirectForm,
  }),
}

/** Those whose items have a page of their form alone. */
export const PAGED_PATHS = Object.keys(LOADERS)
/** A letter is written where it is tried and sent (letter.route.tsx). */
export const TYPE_PATHS = [...PAGED_PATHS, "/admin/letters"]

/** The type that an address belongs to; the episodes are the first page of the back office, too. */
export function typePath(pathname: string) {
  const [, admin, name = "episodes"] = pathname.replace(/\.csv$/, "").split("/")
  return `/${admin}/${name}`
}

export const FORMS = Object.fromEntries(Object.entries(LOADERS).map(([path, load]) => [path, lazy(load)]))

// The form of the page that is being opened is fetched while its other scripts are read, not once they are.
if (typeof document !== "undefined") void LOADERS[typePath(location.pathname)]?.()
