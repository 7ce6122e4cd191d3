import { useState } from "react"
import { Icon } from "./icon.tsx"

type Props = {
  label: string
  text: string
  /** Said once it is copied. */
  copied: string
  /** Said where browsers do not let it be copied. */
  failed: string
}

/** Copies a text that stands above it, and says so. */
export function CopyButton({ label, text, copied, failed }: Props) {
  const [notice, setNotice] = useState("")
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setNotice(copied)
    } catch {
      setNotice(failed)
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()} className="office-button mt-3 noscript:hidden">
        <Icon name="copy" />
        {label}
      </button>
      <p role="status" className="text-sm text-paper-ink not-empty:mt-1">
        {notice}
      </p>
    </>
  )
}
