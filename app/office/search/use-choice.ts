import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { Option } from "./search-options.ts"

type Options = {
  options: Option[]
  isOld: (option: Option) => boolean
  search: string
  choose: (option: Option, isNewTab?: boolean) => void
}

/** Which option is the active one (the first, until one moves), and what the keys do with it. */
export function useChoice({ options, isOld, search, choose }: Options) {
  const [moved, setMoved] = useState<{ key: string; search: string }>()
  // Enter was pressed before the site had answered.
  const awaited = useRef<string>(undefined)

  const chosen = moved?.search === search ? options.find(({ key }) => key === moved.key) : undefined
  const active = chosen ?? options[0]
  const point = ({ key }: Option) => setMoved({ key, search })
  const isReady = active !== undefined && (active === chosen || !isOld(active))

  const follow = useEffectEvent(() => active && choose(active))
  useEffect(() => {
    const isAwaited = awaited.current === search
    if (isReady || !isAwaited) awaited.current = undefined
    if (isReady && isAwaited) follow()
  }, [isReady, search])

  const move = (step: 1 | -1) => {
    const at = active ? options.indexOf(active) : -1
    const next = options[(at + step + options.length) % options.length]
    if (next) point(next)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      move(event.key === "ArrowDown" ? 1 : -1)
    } else if (event.key === "Enter") {
      event.preventDefault()
      if (active && isReady) choose(active, event.ctrlKey || event.metaKey)
      else awaited.current = search
    }
  }
  return { active, point, onKeyDown }
}
