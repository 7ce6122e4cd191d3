import { useEffect, useEffectEvent } from "react"
import { type Ceremony, usePasskeyCeremony } from "./passkey-ceremony.ts"

type Props = {
  ceremony: Ceremony
  /** The browser offers it by itself, too. */
  isOffered?: boolean
  className: string
  children: React.ReactNode
}

/** Holds a ceremony, and says below why it did not work; not shown in a browser that knows no passkeys. */
export function PasskeyButton({ ceremony, isOffered = false, className, children }: Props) {
  const { isKnown, isBusy, problem, hold, offer } = usePasskeyCeremony()
  const onOffered = useEffectEvent(() => offer(ceremony))
  useEffect(() => (isOffered ? onOffered() : undefined), [isOffered])
  if (!isKnown) return null
  return (
    <div className="noscript:hidden">
      <button
        type="button"
        data-scripted
        aria-disabled={isBusy}
        onClick={() => void hold(ceremony)}
        className={className}
      >
        {children}
      </button>
      <p role="status" className="mt-3 font-semibold text-blood-dark empty:mt-0">
        {problem}
      </p>
    </div>
  )
}
