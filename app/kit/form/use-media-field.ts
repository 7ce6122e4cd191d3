import { useEffect, useRef, useState } from "react"
import { mediaKey, type MediaKind } from "#app/kit/lib/media.ts"
import { completeAddress, isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import { fillInput } from "./fill-input.ts"
import { type MediaSource, type PickedMedium, useMediaSource } from "./media-source.ts"

type Options = {
  input: React.RefObject<HTMLInputElement | null>
  kinds: readonly MediaKind[]
  defaultValue?: string
  /** Called with what was taken from the library, for fields that follow from it. */
  onTaken?: (medium: PickedMedium, form: HTMLFormElement | null) => void
}

const DELAY_MS = 400

/** An address that is typed, or that of a file: chosen in the library, dropped, pasted, or copied from another host. */
export function useMediaField({ input, kinds, defaultValue = "", onTaken }: Options) {
  const source = useMediaSource()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [address, setAddress] = useState(() => completeAddress(defaultValue))
  const lastTurn = useRef(0)
  const [busy, setBusy] = useState("")
  const [problem, setProblem] = useState("")

  useEffect(() => () => clearTimeout(timer.current), [])

  const take = (medium: PickedMedium | undefined) => {
    // The form may have been sent and filled anew meanwhile.
    if (!medium || !input.current) return
    if (!kinds.includes(medium.kind)) return setProblem(WRONG_KIND)
    fillInput(input.current, medium.address)
    clearTimeout(timer.current)
    setAddress(medium.address)
    onTaken?.(medium, input.current.form)
  }

  /** Whatever it takes, typing goes on meanwhile; of several the last one counts. */
  const ask = async (why: string, work: (source: MediaSource) => Promise<PickedMedium | undefined>) => {
    if (!source) return
    const turn = (lastTurn.current += 1)
    setBusy(why)
    setProblem("")
    const medium = await work(source)
    if (lastTurn.current !== turn) return
    setBusy("")
    take(medium)
  }

  return {
    address,
    isCopying: busy === COPYING,
    notice: problem || busy,
    hasSource: source !== null,
    canCopy: source !== null && isWebAddress(address) && mediaKey(address) === undefined,
    onInput(typed: string) {
      clearTimeout(timer.current)
      setProblem("")
      timer.current = setTimeout(() => setAddress(completeAddress(typed.trim())), DELAY_MS)
    },
    choose: () => ask("", async ({ pick }) => (await pick({ kinds }))[0]),
    send: (file: File) => ask("Envoi du fichier…", async ({ upload }) => (await upload([file]))[0]),
    copy: () => ask(COPYING, ({ copy }) => copy(address)),
  }
}

export type MediaFieldState = ReturnType<typeof useMediaField>

const COPYING = "Copie dans la médiathèque…"
const WRONG_KIND = "Ce fichier est dans la médiathèque, mais il n’est pas du genre qu’attend ce champ."
