import { useEffect, useState } from "react"
import { useFetcher } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { Progress } from "./deeds.server.ts"

/** The fetcher that a list's deeds are sent by. */
export const DEEDS = "deeds"

type Answer = FormResponse | Progress | null

/** Goes on with a deed that one request does not finish, until it is done, stopped or cut off. */
export function useLongDeed(onDone: () => void) {
  const { data, state, submit } = useFetcher<Answer>({ key: DEEDS })
  const [last, setLast] = useState<Progress["progress"]>()
  const [isStopped, setIsStopped] = useState(false)
  const progress = data && "progress" in data ? data.progress : undefined

  useEffect(() => {
    if (state !== "idle" || data === undefined) return
    if (progress) {
      setLast(progress)
      if (!isStopped) void submit(progress.fields, { method: "post" })
    } else if (data === null) {
      setLast(undefined)
      onDone()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each answer once
  }, [data, state])

  return {
    isRunning: state !== "idle",
    progress: last,
    stop: () => setIsStopped(true),
    goOn: () => {
      setIsStopped(false)
      if (last) void submit(last.fields, { method: "post" })
    },
    forget: () => {
      setIsStopped(false)
      setLast(undefined)
    },
  }
}
