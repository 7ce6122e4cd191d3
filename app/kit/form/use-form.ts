import { createContext, useEffect, useEffectEvent, useRef, useState } from "react"
import { useLocation, useNavigation } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"

/** True while the form around waits for its answer. */
export const SendingContext = createContext(false)

type Options = {
  response: FormResponse | null | undefined
  /** Of the fetcher that sends the form; by default the page's own navigation does. */
  state?: string
  /** Called when the server has taken the form. */
  onSaved?: () => void
  /** Whether something was typed since it was sent: its fields then stay as they are. */
  isChangedSince?: () => boolean
}

/**
 * What every form does where scripts run: it is sent once; refused, it keeps what was typed and leads to the first error;
 * taken, its fields are mounted anew (`round` is their key) with their default values.
 */
export function useForm({ response, state, onSaved, isChangedSince }: Options) {
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const [round, setRound] = useState(0)
  const navigation = useNavigation()
  const location = useLocation()
  const isIdle = (state ?? navigation.state) === "idle"

  const onAnswer = useEffectEvent(() => {
    if (!isSent.current) return
    isSent.current = false
    setIsSending(false)
    if (leadToError(form.current)) return
    const stays = isChangedSince?.()
    setRound((before) => (stays ? before : before + 1))
    onSaved?.()
  })
  // Renderings are bundled: an answer can be there without a busy state having been shown.
  useEffect(() => {
    if (isIdle) onAnswer()
  }, [isIdle, response, location])

  // Refused without scripts.
  useEffect(() => void leadToError(form.current), [])

  const onSubmit = (event: React.SubmitEvent<HTMLFormElement>) => {
    if (isSent.current) return event.preventDefault()
    isSent.current = true
    setIsSending(true)
  }
  return { form, round, isSending, onSubmit }
}

/** The first wrong field of a refused form, or else what is wrong with it as a whole. */
export function findError(form: HTMLFormElement | null) {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector)
  return find("[aria-invalid=true]") ?? find("[role=alert]")
}

function leadToError(form: HTMLFormElement | null) {
  const error = findError(form)
  leadTo(error)
  return error
}

/** Shows a field, and goes on in it. */
export function leadTo(field: HTMLElement | null | undefined) {
  // One that is folded away hears this and shows itself first.
  field?.dispatchEvent(new Event("invalid"))
  requestAnimationFrame(() => field?.focus())
}
