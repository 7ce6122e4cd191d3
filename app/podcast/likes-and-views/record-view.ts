import { spellViews } from "#app/kit/lib/numbers.ts"
import type { LikeState } from "./likes.server.ts"
import { getSessionId, makeRandomName } from "./session-id.ts"

export type Counts = { views: number } & LikeState

let early: { id: number; counts: Promise<Counts> } | undefined

/**
 * Tells the server, which counts it, that an episode's page was opened.
 *
 * @returns what is live on the page, fresh; fails offline, for example
 */
export function openEpisode(id: number) {
  const { counts } = early?.id === id ? early : { counts: sendView(id) }
  // Opened again later, it is counted again.
  early = undefined
  return counts
}

/** Opens the episode that the page shows before React runs, and writes the fresh counts into the page. */
export function recordViewEarly() {
  const id = Number(document.querySelector<HTMLElement>("[data-episode]")?.dataset.episode)
  if (!id) return
  const counts = sendView(id)
  early = { id, counts }
  const like = document.querySelector<HTMLButtonElement>("button.like")
  if (like) like.disabled = false
  counts
    .then(({ views, likes, isLiked }) => {
      write("views", spellViews(views))
      write("likes", likes.toLocaleString("fr-FR"))
      like?.setAttribute("aria-pressed", String(isLiked))
    })
    // The page stays as it was sent.
    .catch(() => {})
}

function write(name: string, text: string) {
  const element = document.querySelector(`[data-live="${name}"]`)
  if (element) element.textContent = text
}

async function sendView(id: number) {
  await whenSeen()
  return post<Counts>(`/episodes/${id}/view`, { session: getSessionId(), view: makeRandomName() })
}

/** What the server says no to, in its words. */
export class Refused extends Error {}

/** Posts fields to an address that answers JSON. @throws Refused, or another error where there is no answer */
export async function post<Answer>(address: string, fields: Record<string, string>): Promise<Answer> {
  // It goes on when the page is left at once.
  const response = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    keepalive: true,
  })
  if (response.status === 429) throw new Refused((await response.json()).error)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

/** A page that the browser prepares in the background is not open yet. */
function whenSeen() {
  return new Promise<void>((resolve) => {
    if ("prerendering" in document && document.prerendering)
      document.addEventListener("prerenderingchange", () => resolve(), { once: true })
    else resolve()
  })
}
