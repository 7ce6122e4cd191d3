import { chaptersOfJson } from "#app/kit/lib/chapters.ts"
import { formatTime } from "../player/times.ts"
import type { EmbeddedTrack } from "./embedded.ts"

/** A moment of the episode, as a link to its page that the player takes for itself. */
function moment(seconds: number, text: string, page: string) {
  const link = document.createElement("a")
  link.href = `${page}?t=${Math.floor(seconds)}`
  link.target = "_blank"
  link.rel = "noopener"
  link.dataset.t = String(seconds)
  const clock = document.createElement("span")
  clock.textContent = formatTime(seconds)
  link.append(clock, text)
  return link
}

function inItem(content: Node) {
  const item = document.createElement("li")
  item.append(content)
  return item
}

export function showChapters(chapters: NonNullable<EmbeddedTrack["chapters"]>, page: string) {
  const items = chapters.map(({ start, title }) => inItem(moment(start / 1_000, title, page)))
  document.querySelector("#chapitres ol")?.replaceChildren(...items)
}

/** Those of an episode that has many, or that is one of many. */
export async function fetchChapters(track: EmbeddedTrack, isCurrent: () => boolean) {
  const { episodeId, page, chapters } = track
  if (chapters) return
  const address = new URL(`/episodes/${episodeId}/chapters.json`, page)
  // Who opens the panel again asks again.
  const response = await fetch(address, { credentials: "omit" }).catch(() => undefined)
  if (!response?.ok) return
  track.chapters = chaptersOfJson(await response.json()).filter(({ isHidden }) => !isHidden)
  if (isCurrent()) showChapters(track.chapters, page)
}

type Cue = { startTime: number; speaker?: string; body: string }

/** Fetches what is said, the first time it is asked for; words that are looked for leave the sentences in which they are. */
export async function showTranscript({ episodeId, page }: EmbeddedTrack, isCurrent: () => boolean) {
  const list = document.getElementById("cues")
  const field = document.getElementById("words")
  const found = document.getElementById("found")
  if (!list || !found || !(field instanceof HTMLInputElement) || list.childElementCount > 0) return
  found.textContent = "Chargement…"
  try {
    const response = await fetch(new URL(`/episodes/${episodeId}/transcript.json`, page), {
      credentials: "omit",
    })
    if (!response.ok) throw new Error(response.statusText)
    const { segments } = (await response.json()) as { segments: Cue[] }
    const rows = segments.map(({ startTime, speaker, body }, index) => {
      const isSame = speaker === segments[index - 1]?.speaker
      const text = speaker && !isSame ? `${speaker}\u00a0: ${body}` : body
      return { text: plain(text), item: inItem(moment(startTime, text, page)) }
    })
    if (!isCurrent()) return
    list.replaceChildren(...rows.map(({ item }) => item))
    const look = () => {
      const words = plain(field.value).split(" ").filter(Boolean)
      let count = 0
      for (const { text, item } of rows) {
        item.hidden = !words.every((word) => text.includes(word))
        if (!item.hidden) count += 1
      }
      found.textContent = words.length > 0 ? `${count} passage${count > 1 ? "s" : ""}` : ""
    }
    field.oninput = look
    look()
  } catch {
    if (isCurrent())
      found.textContent = "La transcription n’arrive pas\u00a0: réessayez, ou lisez-la sur le site."
  }
}

/** Another episode is heard now. */
export function forgetTranscript() {
  document.getElementById("cues")?.replaceChildren()
  const found = document.getElementById("found")
  if (found) found.textContent = ""
}

/** Without case and accents. */
function plain(text: string) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").trim()
}
