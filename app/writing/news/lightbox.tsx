import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react"
import { createPortal } from "react-dom"
import { Stroke } from "#app/kit/ui/stroke.tsx"
import { LightboxMedia } from "./lightbox-media.tsx"
import type { ShownMedium } from "./shown-media.ts"
import { isLightboxHash } from "./use-lightbox.ts"

/** A movement shorter than this, in pixels, is a tap and not a swipe. */
const SWIPE_PX = 50

type Props = {
  items: readonly ShownMedium[]
  index: number
  total: number
  /** Which one was pressed, where the lightbox was not opened by its address. */
  askedKey: string | undefined
  onShow: (item: ShownMedium) => void
  onClose: () => void
}

/**
 * Images and videos in full size: arrow keys, buttons or a swipe to move, Escape or a click beside to leave. A modal
 * `dialog` keeps the focus inside and gives it back (docs/product.md 5.5).
 */
export function Lightbox({ items, index, total, askedKey, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const swipeStart = useRef<number>(undefined)
  const wasSwiped = useRef(false)
  const item = items[index]
  const [before, after] = [items[index - 1], items[index + 1]]
  const previous = before && (() => onShow(before))
  const next = after && (() => onShow(after))

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Taken away without it, a dialog keeps the focus.
    return () => element?.close()
  }, [])
  useReopening(dialog)
  useArrowKeys(dialog, previous, next)
  if (!item) return null

  const onPointerDown = (event: PointerEvent) => {
    wasSwiped.current = false
    swipeStart.current = event.clientX
  }
  const onPointerUp = (event: PointerEvent) => {
    if (swipeStart.current === undefined) return
    const distance = event.clientX - swipeStart.current
    swipeStart.current = undefined
    wasSwiped.current = Math.abs(distance) > SWIPE_PX
    if (distance > SWIPE_PX) previous?.()
    if (distance < -SWIPE_PX) next?.()
  }
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    const isBeside = target === currentTarget || target === currentTarget.querySelector("[data-stage]")
    if (isBeside && !wasSwiped.current) dialog.current?.close()
  }
  // In the page's body: nothing of the place it was opened from shows in it.
  return createPortal(
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={item.title}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-ink outline-none text-paper backdrop:bg-ink"
      onClose={(event) => !event.currentTarget.open && onClose()}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between gap-4 border-b-4 border-blood px-4">
          <p className="poster shrink-0 text-xl text-gold" aria-live="polite">
            {index + 1} / {total}
          </p>
          <p className="truncate font-semibold">{item.title}</p>
          <form method="dialog">
            <LightboxButton label="Fermer" path="M5 5l14 14M19 5L5 19" />
          </form>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape is the key for it. */}
        <div
          className="grid min-h-0 flex-1 grid-cols-2 grid-rows-[minmax(0,1fr)_auto] pt-3 md:flex md:items-center md:gap-3 md:p-3"
          onClick={onClick}
        >
          <LightboxButton
            label="Précédent"
            path="M15 4l-8 8 8 8"
            onClick={previous}
            isDisabled={!previous}
            className="row-start-2"
          />
          <div
            data-stage
            className="col-span-full row-start-1 grid h-full min-w-0 flex-1 touch-pan-y grid-cols-[100%] grid-rows-[100%] place-items-center"
            onPointerDown={onPointerDown}
            onPointerUp={onPointerUp}
            onPointerCancel={() => (swipeStart.current = undefined)}
          >
            <LightboxMedia key={item.key} item={item} isAsked={item.key === askedKey} />
          </div>
          <LightboxButton
            label="Suivant"
            path="M9 4l8 8-8 8"
            onClick={next}
            isDisabled={!next}
            className="row-start-2 justify-self-end"
          />
        </div>
        {item.caption && (
          <p className="mx-auto max-h-24 max-w-prose overflow-y-auto px-4 pb-4 text-center break-words">
            {item.caption}
          </p>
        )}
      </div>
    </dialog>,
    document.body,
  )
}

/** Back and on again may come before the page is drawn without it: closed by then, it is to be open. */
function useReopening(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const onPop = () => {
      const { current: element } = dialog
      if (element && !element.open && isLightboxHash(location.hash)) element.showModal()
    }
    window.addEventListener("popstate", onPop)
    return () => window.removeEventListener("popstate", onPop)
  }, [dialog])
}

type Move = (() => void) | undefined

/** The arrow keys move, wherever the focus is: a video that had it is gone after the first move. */
function useArrowKeys(dialog: RefObject<HTMLDialogElement | null>, previous: Move, next: Move) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const move = { ArrowLeft: previous, ArrowRight: next }[event.key]
    // What fills the screen has its keys to itself.
    if (!move || document.fullscreenElement) return
    // A video that was clicked would wind, too.
    event.preventDefault()
    move()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    // Clicked, an embedded player would keep all keys to itself; reached by the Tab key, it may.
    const onBlur = () => {
      const frame = dialog.current?.querySelector("iframe:hover")
      if (frame && frame === document.activeElement) setTimeout(() => dialog.current?.focus())
    }
    window.addEventListener("keydown", listener)
    window.addEventListener("blur", onBlur)
    return () => {
      window.removeEventListener("keydown", listener)
      window.removeEventListener("blur", onBlur)
    }
  }, [dialog])
}

type ButtonProps = {
  label: string
  path: string
  onClick?: () => void
  isDisabled?: boolean
  /** Where it stands on a phone: below what is shown, which has all the width. */
  className?: string
}

function LightboxButton({ label, path, onClick, isDisabled = false, className = "" }: ButtonProps) {
  return (
    <button
      type={onClick || isDisabled ? "button" : "submit"}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
      className={`grid size-12 shrink-0 place-items-center hover:text-gold aria-disabled:opacity-25 ${className}`}
    >
      <Stroke path={path} className="size-8" />
    </button>
  )
}
