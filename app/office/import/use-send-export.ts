import { useEffect, useRef, useState } from "react"
import { useSubmit } from "react-router"
import { fingerprint, forget } from "#app/media/upload/remembered-uploads.ts"
import { sendFile } from "#app/media/upload/send-file.ts"
import { SendError } from "#app/media/upload/upload-requests.ts"

/** How far files are on their way, in bytes. */
export type Sending = { sent: number; bytes: number; isWaiting: boolean }

/** Sends exports in parts, which go on by themselves when the network is back, and leads to the page of their import. */
export function useSendExport() {
  const [state, setState] = useState<Sending>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const submit = useSubmit()
  useEffect(() => () => running.current?.abort(), [])

  function cancel() {
    running.current?.abort()
    setState(undefined)
  }

  async function send(files: File[], site: string) {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const bytes = files.reduce((sum, file) => sum + file.size, 0)
    setError(undefined)
    setState({ sent: 0, bytes, isWaiting: false })
    try {
      const uploads: string[] = []
      let before = 0
      for (const file of files) {
        const already = before
        const url = await sendFile(file, {
          purpose: "import",
          signal,
          onUrl: () => {},
          onProgress: (sent) => setState({ sent: already + sent, bytes, isWaiting: false }),
          onWaiting: () => setState((last) => last && { ...last, isWaiting: true }),
        })
        before += file.size
        uploads.push(url.split("/").at(-1) ?? "")
      }
      for (const file of files) forget(fingerprint(file, "import"))
      await submit({ uploads: uploads.join("\n"), site }, { method: "post", action: "/admin/import/files" })
    } catch (failure) {
      if (signal.aborted) return
      setError(failure instanceof SendError && failure.message ? failure.message : FAILED)
    }
    setState(undefined)
  }

  return { state, error, send, cancel }
}

const FAILED = "L’envoi a échoué. Vérifiez que le fichier est toujours là, puis réessayez."
