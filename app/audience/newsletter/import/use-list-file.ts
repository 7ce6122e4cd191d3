import { useEffect, useRef, useState } from "react"
import { IMPORT_PATH } from "./import.copy.ts"
import type { ListAnswer } from "./read-list.server.ts"

/** Sends a list's file as it is, and tells the number that it got. */
export function useListFile(onRead: (id: number) => void) {
  const [problem, setProblem] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setIsReading(true)
    try {
      const response = await fetch(`${IMPORT_PATH}/stream?${new URLSearchParams({ name: file.name })}`, {
        method: "POST",
        body: file,
        headers: { "Content-Type": "application/octet-stream" },
        signal: controller.signal,
      })
      // Whoever is no longer signed in is sent to a page.
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) throw new Error("no answer")
      const answer = (await response.json()) as ListAnswer
      if ("id" in answer) onRead(answer.id)
      else setProblem(answer.problem)
    } catch {
      if (!controller.signal.aborted) setProblem(NO_RESPONSE)
    }
    setIsReading(false)
  }

  return { problem, isReading, send }
}

const NO_RESPONSE = "Le site n’a pas répondu comme prévu. Rechargez la page, puis réessayez."
