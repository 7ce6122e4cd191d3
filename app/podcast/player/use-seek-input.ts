import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import { spellPlace } from "./times.ts"

/**
 * A range that seeks: while it is dragged only what is shown moves; the file is asked once, at the end.
 *
 * @returns `dragged` is where it is held, `input` the range at a place, all in seconds
 */
export function useSeekInput(onSeek: (seconds: number) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<number>()
  const commit = useEffectEvent((seconds: number) => {
    onSeek(seconds)
    setDragged(undefined)
  })

  useEffect(() => {
    const slider = ref.current
    // React calls every movement a change; the browser, only the last one.
    const listener = () => slider && commit(slider.valueAsNumber)
    // It was moved before the page's scripts ran.
    if (slider && slider.value !== slider.defaultValue) listener()
    slider?.addEventListener("change", listener)
    return () => slider?.removeEventListener("change", listener)
  }, [])

  const onChange = (event: ChangeEvent<HTMLInputElement>) => setDragged(event.currentTarget.valueAsNumber)
  const input = (shown: number, duration: number) => ({
    ref,
    onChange,
    type: "range",
    min: 0,
    max: duration,
    value: shown,
    disabled: duration === 0,
    "aria-valuetext": spellPlace(shown, duration),
  })
  return { dragged, input }
}
