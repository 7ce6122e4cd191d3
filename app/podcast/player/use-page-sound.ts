import { useRef, useSyncExternalStore } from "react"

export type PageSound = ReturnType<typeof usePageSound>

/** The one sound of a page of the office on which it is worked with, if there is one. */
export const findPageSound = () => document.querySelector<HTMLAudioElement>("audio[data-sound]")

/** The sound of the page, for who listens to parts of it. */
export function usePageSound() {
  const address = useSyncExternalStore(
    subscribe,
    () => findPageSound()?.src ?? "",
    () => "",
  )
  const heard = useRef<AbortController>(null)
  return {
    /** Empty where there is none. */
    address,
    find: findPageSound,
    /** @param until where it stops by itself */
    listen(seconds: number, until = Infinity) {
      const audio = findPageSound()
      if (!audio) return
      heard.current?.abort()
      heard.current = new AbortController()
      const { signal } = heard.current
      const stop = () => {
        if (audio.currentTime < until) return
        audio.pause()
        heard.current?.abort()
      }
      if (until < Infinity) audio.addEventListener("timeupdate", stop, { signal })
      audio.currentTime = seconds
      void audio.play().catch(() => {})
    },
  }
}

/** Another one may be chosen, or none. */
function subscribe(tell: () => void) {
  const observer = new MutationObserver(tell)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["src"] })
  return () => observer.disconnect()
}
