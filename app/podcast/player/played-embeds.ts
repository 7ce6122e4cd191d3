import { useEffect, useEffectEvent, useRef } from "react"
import { CHANNEL, PLAYING } from "./one-voice.ts"
import { usePlayer } from "./player-context.ts"

/**
 * Plays what texts hold (app/kit/lib/markdown/embeds.ts): a still becomes the player of its host once it is pressed, which hears
 * nothing of the visitor before. One voice at a time: who goes back to listening has left what played in the text.
 */
export function PlayedEmbeds() {
  const player = usePlayer()
  const opened = useRef(new Map<HTMLIFrameElement, HTMLAnchorElement>())

  const close = () => {
    for (const [frame, still] of opened.current) {
      const hadFocus = document.activeElement === frame
      frame.replaceWith(still)
      if (hadFocus) still.focus()
    }
    opened.current.clear()
    for (const sound of document.querySelectorAll<HTMLMediaElement>(".embed > :is(audio, video)"))
      sound.pause()
  }

  const onClick = useEffectEvent((event: MouseEvent) => {
    const still = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-player]")
    if (!still || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
    player.pause()
    const frame = toFrame(still)
    opened.current.set(frame, still)
    still.replaceWith(frame)
    frame.focus()
  })

  /** Of the browser's own players; the site's player is no child of a text. */
  const onPlay = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof HTMLMediaElement) || !target.matches(".embed > *")) return
    player.pause()
    for (const other of document.querySelectorAll<HTMLMediaElement>(".embed > :is(audio, video)"))
      if (other !== target) other.pause()
  })

  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener("click", (event) => onClick(event), { signal: listening.signal })
    document.addEventListener("play", (event) => onPlay(event), { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])

  const onListening = useEffectEvent(close)
  const onOther = useEffectEvent(player.pause)
  useEffect(() => {
    if (!player.isPlaying) return
    onListening()
    // With what plays in frames of our own, also on other pages of the site that are open.
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(PLAYING)
    channel.onmessage = () => onOther()
    return () => channel.close()
  }, [player.isPlaying])

  return null
}

function toFrame(still: HTMLAnchorElement) {
  const frame = document.createElement("iframe")
  return Object.assign(frame, {
    src: still.dataset.player ?? "",
    // « Vidéo sur YouTube »: what it is now, where the still said what it does.
    title: `${still.closest(".embed-strip") ? "Lecteur" : "Vidéo"} ${still.querySelector("small")?.textContent ?? ""}`,
    allow: "autoplay; encrypted-media; fullscreen; picture-in-picture",
    // YouTube plays nothing for a page that hides its host, as the site's own policy does.
    referrerPolicy: "strict-origin-when-cross-origin",
  })
}
