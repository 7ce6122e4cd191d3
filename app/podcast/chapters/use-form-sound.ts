import { type RefObject, useEffect, useRef, useState } from "react"

export type FormSound = ReturnType<typeof useFormSound>

/** The sound that is heard in the same form (app/kit/form/sound-field.tsx). @param inForm anything in that form */
export function useFormSound(inForm: RefObject<HTMLElement | null>) {
  const [address, setAddress] = useState("")
  const heard = useRef<AbortController>(null)
  const find = () =>
    inForm.current?.closest("form")?.querySelector<HTMLAudioElement>("audio[data-sound]") ?? null

  useEffect(() => {
    const form = inForm.current?.closest("form")
    if (!form) return
    const follow = () => setAddress(form.querySelector<HTMLAudioElement>("audio[data-sound]")?.src ?? "")
    follow()
    // Another one may be chosen, or none.
    const observer = new MutationObserver(follow)
    observer.observe(form, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [inForm])

  return {
    /** Empty where there is none. */
    address,
    find,
    /** @param until where it stops by itself */
    listen(seconds: number, until = Infinity) {
      const audio = find()
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
