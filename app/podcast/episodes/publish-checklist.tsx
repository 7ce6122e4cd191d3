import { useEffect, useId, useState } from "react"
import { Link } from "react-router"
import { Icon } from "#app/kit/ui/icon.tsx"
import { mediumPage } from "#app/media/media.copy.ts"
import { checkEpisode, keysIn, type Undescribed } from "./checklist.ts"

type Values = Parameters<typeof checkEpisode>[0]

type Props = {
  values: Values
  /** The library's pictures without alternative text among `values`. */
  undescribed: Undescribed[]
  /** The id of the form. */
  form: string
}

/** What is advised before an episode is published; it follows what is typed in the form. */
export function PublishChecklist({ values, undescribed, form: formId }: Props) {
  const [shown, setShown] = useState(values)
  const titleId = useId()
  const silent = useUndescribed(shown, undescribed)

  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const follow = () => {
      const typed = new FormData(form)
      const text = (name: keyof Values) => {
        const value = typed.get(name)
        return typeof value === "string" ? value.trim() : ""
      }
      setShown({
        thumbnailUrl: text("thumbnailUrl"),
        audioUrl: text("audioUrl"),
        description: text("description"),
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
      <ul className="mt-2 grid gap-1">
        {checkEpisode(shown, silent).map(({ label, isDone, advice, pictures = [] }) => (
          <li key={label} className="flex items-baseline gap-2">
            <Icon
              name={isDone ? "check" : "circle-alert"}
              className={`size-4 flex-none translate-y-0.5 ${isDone ? "" : "text-blood-dark"}`}
            />
            <span>
              {label}
              <span className="text-paper-ink">
                {isDone ? <span className="sr-only"> : c’est fait</span> : ` : ${advice}`}
              </span>
              {pictures.length > 0 && " "}
              {pictures.map(({ id }, index) => (
                <Link
                  key={id}
                  to={mediumPage(id)}
                  className="ml-3 inline-flex min-h-8 items-center underline"
                >
                  Décrire l’image{pictures.length > 1 && ` ${index + 1}`}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const PAUSE_MS = 500

/** The library's pictures in a form that nobody described, asked for whenever others stand in it. @param known at first */
function useUndescribed(values: Values, known: Undescribed[]) {
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
