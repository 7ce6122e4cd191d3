import { useEffect, useState } from "react"
import { fingerprint, forget, listRemembered, type Remembered } from "./remembered-uploads.ts"
import { askState, endUpload, SendError } from "./upload-requests.ts"

export type Interrupted = Remembered & { key: string; received: number }

/** What this browser was sending when its page was left, as far as the server still has it, and the person may go on with it. */
export function useInterrupted(isWanted: boolean) {
  const [found, setFound] = useState<Interrupted[]>([])

  useEffect(() => {
    if (!isWanted) return
    const stop = new AbortController()
    void (async () => {
      for (const entry of listRemembered()) {
        const state = await askState(entry.url, stop.signal).catch((error: unknown) => {
          const isGone = error instanceof SendError && error.status === 404
          if (isGone) forget(entry.key)
        })
        if (stop.signal.aborted) return
        if (state?.phase === "receiving")
          setFound((before) => [
            ...before.filter(({ key }) => key !== entry.key),
            { ...entry, received: state.received },
          ])
        else if (state) forget(entry.key)
      }
    })()
    return () => stop.abort()
  }, [isWanted])

  const drop = (key: string) => setFound((before) => before.filter((entry) => entry.key !== key))
  return {
    interrupted: found,
    /** @returns whether it is the same file */
    goesOnWith(entry: Interrupted, file: File) {
      if (fingerprint(file) !== entry.key) return false
      drop(entry.key)
      return true
    },
    giveUp(entry: Interrupted) {
      forget(entry.key)
      drop(entry.key)
      // What cannot be told now vanishes by itself.
      endUpload(entry.url).catch(() => {})
    },
  }
}
