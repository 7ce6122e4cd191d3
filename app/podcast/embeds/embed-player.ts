import { durationOf } from "../player/audio-commands.ts"
import { parseLinkTime } from "../player/link-times.ts"
import { type Listening, noteMove, noteSound, tellHeard } from "../player/heard-tenths.ts"
import { formatTime, spellPlace } from "../player/times.ts"
import { CHANNEL, PAUSE, PLAYING } from "../player/one-voice.ts"
import { type EmbeddedTrack, TRACKS } from "./embedded.ts"
import { fetchChapters, forgetTranscript, showChapters, showTranscript } from "./embed-panels.ts"

// What runs in an embedded player. It keeps nothing, asks for nothing before somebody presses « Lecture », and needs no origin:
// sites frame it with `sandbox="allow-scripts"`.

const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind) => {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(id)
  return element
}

const tracks = JSON.parse(find(TRACKS, HTMLScriptElement).text) as EmbeddedTrack[]
const main = find("main", HTMLElement)
const audio = find("audio", HTMLAudioElement)
const play = find("play", HTMLButtonElement)
const place = find("place", HTMLInputElement)
const elapsedText = find("elapsed", HTMLElement)
const wholeText = find("whole", HTMLElement)
const cover = find("cover", HTMLImageElement)
const notice = find("notice", HTMLElement)
const speed = find("speed", HTMLSelectElement)

/** A picture of one point that one looks through. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="

let index = 0
let listening: Listening = { spans: [] }
let asked = parseLinkTime(location.search) ?? 0

const track = () => tracks[index] as EmbeddedTrack
const duration = () => durationOf(audio, track()) ?? 0
const elapsed = () => (audio.src ? audio.currentTime : asked)

function show() {
  const [at, whole] = [elapsed(), duration()]
  place.max = String(Math.ceil(Math.max(whole, at, 1)))
  place.value = String(at)
  place.style.setProperty("--heard", `${whole > 0 ? (100 * at) / whole : 0}%`)
  place.setAttribute("aria-valuetext", spellPlace(at, whole))
  elapsedText.textContent = formatTime(at)
  wholeText.textContent = whole > 0 ? ` / ${formatTime(whole)}` : ""
  const isPlaying = !audio.paused
  play.setAttribute("aria-label", isPlaying ? "Pause" : "Lecture")
  main.toggleAttribute("data-playing", isPlaying)
  const current = track().chapters?.findLastIndex(({ start }) => start / 1_000 <= at + 0.25)
  mark("#chapitres [data-t]", at > 0 ? current : undefined)
}

/** Which one of a list is heard. */
function mark(links: string, current: number | undefined) {
  for (const [index, link] of document.querySelectorAll(links).entries())
    if (index === current) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
}

function start() {
  if (!audio.src) {
    audio.src = track().audioUrl
    audio.defaultPlaybackRate = audio.playbackRate = Number(speed.value)
    // Before a file is known, this is where it will begin.
    audio.currentTime = asked
  }
  notice.textContent = ""
  audio.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "NotAllowedError")
      notice.textContent = "Le navigateur a refusé la lecture\u00a0: appuyez encore une fois."
  })
}

function goTo(seconds: number) {
  asked = Math.max(0, Math.min(seconds, duration() || Infinity))
  if (audio.src) audio.currentTime = asked
  show()
}

function choose(next: number) {
  tell()
  listening = { spans: [] }
  audio.removeAttribute("src")
  audio.load()
  index = next
  asked = 0
  const { title, guest, page, audioUrl, imageUrl, hasTranscript, chapters } = track()
  const heading = find("title", HTMLAnchorElement)
  heading.textContent = title
  find("guest", HTMLElement).textContent = guest && `avec ${guest}`
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-page]")) link.href = page
  find("download", HTMLAnchorElement).href = audioUrl
  cover.src = imageUrl
  find("open-transcription", HTMLElement).hidden = !hasTranscript
  find("open-chapitres", HTMLElement).hidden = chapters?.length === 0
  showChapters(chapters ?? [], page)
  forgetTranscript()
  fill(main.dataset.panel)
  mark("#episodes a", index)
  show()
}

/** What was heard, with the host of the page around it and nothing else. */
function tell() {
  const site = URL.parse(document.referrer)?.host ?? ""
  const { episodeId, page } = track()
  tellHeard(listening, audio, track(), (fields) => {
    fields.set("site", site)
    void fetch(new URL(`/embed/episodes/${episodeId}/plays`, page), {
      ...{ method: "POST", mode: "no-cors", credentials: "omit", keepalive: true, body: fields },
    }).catch(() => undefined)
  })
}

// One that does not come leaves its place plain.
const hideCover = () => (cover.src = NOTHING)
cover.addEventListener("error", hideCover)
if (cover.complete && cover.naturalWidth === 0) hideCover()

// One voice at a time.
const hasOrigin = self.origin !== "null"
const channel = hasOrigin ? new BroadcastChannel(CHANNEL) : undefined
channel?.addEventListener("message", () => audio.pause())
addEventListener("message", ({ source, data }) => {
  if (source === parent && (data as { type?: unknown } | null)?.type === PAUSE) audio.pause()
})
function announce() {
  channel?.postMessage(PLAYING)
  if (!hasOrigin) parent.postMessage({ type: PLAYING }, "*")
}

play.addEventListener("click", () => (audio.paused ? start() : audio.pause()))
place.addEventListener("input", () => goTo(Number(place.value)))
speed.addEventListener("change", () => {
  audio.defaultPlaybackRate = audio.playbackRate = Number(speed.value)
})
audio.addEventListener("play", () => {
  announce()
  const { title, guest, imageUrl } = track()
  if ("mediaSession" in navigator && "MediaMetadata" in window)
    navigator.mediaSession.metadata = new MediaMetadata({
      title,
      artist: guest,
      artwork: [{ src: imageUrl }],
    })
})
for (const name of ["play", "pause", "durationchange", "seeked"]) audio.addEventListener(name, show)
audio.addEventListener("timeupdate", () => {
  noteSound(listening, audio)
  show()
})
audio.addEventListener("seeking", () => noteMove(listening, audio))
audio.addEventListener("waiting", () => (notice.textContent = "Chargement…"))
audio.addEventListener("playing", () => (notice.textContent = ""))
audio.addEventListener("error", () => {
  if (!audio.src) return
  notice.textContent = "Le son n’arrive pas\u00a0: réessayez, ou ouvrez l’épisode sur le site."
  asked = audio.currentTime
  audio.removeAttribute("src")
  show()
})
audio.addEventListener("pause", tell)
audio.addEventListener("ended", () => {
  tell()
  if (index + 1 >= tracks.length) return
  choose(index + 1)
  start()
})
addEventListener("pagehide", tell)

/** The panels: chapters, transcript, link; one at a time, and Escape closes it. */
function open(name: string | undefined) {
  const before = main.dataset.panel
  // As in the styles: a low player is covered.
  for (const part of document.querySelectorAll<HTMLElement>("header, .bar, .tools"))
    part.inert = name !== undefined && innerHeight < 300
  if (name === undefined) {
    delete main.dataset.panel
    if (before) document.getElementById(`open-${before}`)?.focus()
    return
  }
  main.dataset.panel = name
  document.querySelector<HTMLElement>(`#${name} .close`)?.focus()
  fill(name)
}

/** What a panel holds of the episode is asked for when it is to be seen. */
function fill(name: string | undefined) {
  const asker = track()
  const isCurrent = () => track() === asker
  if (name === "transcription") void showTranscript(asker, isCurrent)
  if (name === "chapitres") void fetchChapters(asker, isCurrent)
  if (name === "partager") {
    const field = find("link", HTMLInputElement)
    const seconds = Math.floor(elapsed())
    field.value = seconds > 0 ? `${track().page}?t=${seconds}` : track().page
    field.select()
    // The newer way is not allowed in a frame whose page did not say so.
    find("copied", HTMLElement).textContent = document.execCommand("copy") ? "Lien copié" : ""
  }
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : undefined
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = target.closest<HTMLElement>("[data-open], [data-t], [data-track], .close")
  if (!link) return
  event.preventDefault()
  if (link.dataset.t !== undefined) {
    goTo(Number(link.dataset.t))
    start()
  } else if (link.dataset.track !== undefined) {
    const chosen = Number(link.dataset.track)
    if (chosen !== index) choose(chosen)
    start()
  } else {
    const { open: name } = link.dataset
    open(name === main.dataset.panel ? undefined : name)
  }
})
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && main.dataset.panel) open(undefined)
})

document.documentElement.dataset.scripted = ""
audio.controls = false
audio.removeAttribute("src")
show()
