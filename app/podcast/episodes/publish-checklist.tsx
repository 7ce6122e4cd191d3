import { Fragment, useEffect, useId, useState } from "react"
import { Link, useFetcher } from "react-router"
import { FieldLink } from "#app/kit/form/field-link.tsx"
import { useFreshState } from "#app/kit/form/use-fresh-state.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { type Checked, checkEpisode, keysIn, type TranscriptState, type Undescribed } from "./checklist.ts"

type Props = {
  values: Checked
  /** The library's pictures without alternative text among `values`. */
  undescribed: Undescribed[]
  transcript: TranscriptState | null
  /** The id of the form. */
  form: string
}

/** What is advised before an episode is published; it follows what is typed in the form. */
export function PublishChecklist({ values, undescribed, transcript, form: formId }: Props) {
  const [shown, setShown] = useState(values)
  const titleId = useId()
  useFreshState(transcript?.state === "asked")
  const silent = useUndescribed(shown, undescribed)

  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const follow = () => {
      const typed = new FormData(form)
      const text = (name: string) => {
        const value = typed.get(name)
        return typeof value === "string" ? value.trim() : ""
      }
      setShown({
        title: text("title"),
        guest: text("guest") || text("people"),
        audioUrl: text("audioUrl"),
        thumbnailUrl: text("thumbnailUrl"),
        description: text("description"),
        chapters: text("chapters"),
      })
    }
    form.addEventListener("input", follow)
    return () => form.removeEventListener("input", follow)
  }, [formId])

  return (
    <section aria-labelledby={titleId} className="checklist">
      <h2 id={titleId} className="font-semibold">
        Avant de publier
      </h2>
      <ul className="checks">
        {checkEpisode(shown, silent, transcript).map(({ label, isDone, ways = [] }) => (
          <li key={label} data-done={isDone || undefined}>
            <Icon name={isDone ? "check" : "triangle-alert"} />
            <span>
              {label}
              {isDone && <span className="sr-only"> : c’est fait</span>}
              {ways.map((way) => (
                <Fragment key={way.label}>
                  {" "}
                  {way.to === undefined ? (
                    <FieldLink form={formId} name={way.field}>
                      {way.label}
                    </FieldLink>
                  ) : way.asks ? (
                    <Ask to={way.to} fields={way.asks} label={way.label} />
                  ) : (
                    <Link to={way.to} className="underline">
                      {way.label}
                    </Link>
                  )}
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A press in a line of text; what is being typed in the form stays. */
function Ask({ to, fields, label }: { to: string; fields: Record<string, string>; label: string }) {
  const { Form, state } = useFetcher()
  return (
    <Form method="post" action={to} className="inline">
      <HiddenFields fields={fields} />
      <button type="submit" disabled={state !== "idle"} className="underline">
        {label}
      </button>
    </Form>
  )
}

const PAUSE_MS = 500

/** The library's pictures in a form that nobody described, asked for whenever others stand in it. @param known at first */
function useUndescribed(values: Checked, known: Undescribed[]) {
  const [found, setFound] = useState(known)
  const keys = keysIn(values).join(",")

  useEffect(() => {
    if (keys === "") return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      // Advice that cannot be had is none.
      fetchUndescribed(keys, controller.signal).then(setFound, () => {})
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [keys])

  return found
}

async function fetchUndescribed(keys: string, signal: AbortSignal): Promise<Undescribed[]> {
  const response = await fetch(`/admin/episodes/undescribed?keys=${keys}`, { signal, redirect: "error" })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}
