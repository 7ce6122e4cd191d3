import { data, Link } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { openFirstSteps, passStep } from "#app/base/settings/first-steps.server.ts"
import {
  countSteps,
  firstToDo,
  FIRST_STEPS,
  type Step,
  type StepState,
  type StepStates,
  STEPS,
} from "#app/base/settings/first-steps.ts"
import { MAX_FIELDS, respondChanged } from "#app/base/settings/group-page.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import {
  orElse,
  respondFailure,
  respondFirstError,
  respondInvalid,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/first-steps.route"
import {
  coverToCopy,
  firstStepsIntents,
  loadPodcastForm,
  savePodcastStep,
  typedInRows,
} from "./podcast-step.server.ts"
import { PodcastStep } from "./podcast-step.tsx"
import { readPodcast } from "./read-podcast.server.ts"
import { STEP_TEXTS } from "./step-texts.ts"
import { loadFirstSteps } from "./steps.server.ts"

const TITLE = "Premiers pas"

export async function loader() {
  const loading = Promise.all([loadFirstSteps(), loadPodcastForm()])
  const { value, failed } = await loadOr(loading, null)
  return data(value && { ...value[0], podcast: value[1] }, { status: failed ? 503 : 200 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, LONG_TEXT_BYTES, MAX_FIELDS)
  const asked = parseIntent(form, firstStepsIntents)
  if (asked.intent === "read-feed") {
    if (!asked.ok) return respondFirstError(asked, UNREAD)
    return orElse(
      async () => {
        const found = await readPodcast(asked.value.feed)
        if ("failure" in found)
          return respondFirstError({ values: form.values, errors: { feed: found.failure } }, UNREAD)
        return data({ values: { feed: asked.value.feed }, errors: {}, found })
      },
      () => respondFailure(form.values, "Impossible de lire le flux"),
    )
  }
  if (asked.intent === "save-podcast") {
    await requireReauthentication(context, form)
    const typed = typedInRows(form.values)
    if (!asked.ok) return respondInvalid({ errors: asked.errors, values: typed })
    return orElse(
      async () => {
        const { feed = "", basis } = form.values
        const coverUrl = coverToCopy(form.values)
        const saved = await savePodcastStep(asked.value, { basis, coverUrl, userId: getViewer(context).id })
        if ("errors" in saved) return respondInvalid({ errors: saved.errors, values: typed })
        if ("newer" in saved) return respondChanged({ ...typed, basis: saved.newer })
        const to = feed ? `/admin/import?${new URLSearchParams({ feed })}` : FIRST_STEPS
        const description =
          saved.failure && `La couverture du flux n’a pas été reprise\u00a0: ${saved.failure}`
        return redirectWithToast(to, { kind: "success", title: "Le podcast a son nom", description })
      },
      () => respondFailure(typed, "Impossible d’enregistrer"),
    )
  }
  const click = async () => {
    if (asked.intent === "finish") {
      if (!asked.ok) return undefined
      await openFirstSteps(false)
      return "Premiers pas terminés"
    }
    if (asked.ok) await passStep(asked.value.id, asked.intent === "pass")
    return asked.ok
  }
  return respondToClick(click, "Impossible de modifier les premiers pas")
}

const UNREAD = "Le flux n’a pas pu être lu"

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save-podcast", "read-feed"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function FirstSteps({ loaderData, actionData }: Route.ComponentProps) {
  const response = actionData ?? undefined
  return (
    <>
      <h1 className="poster text-poster-sm">{TITLE}</h1>
      <p className="mt-1 max-w-[65ch]">
        De ce site à votre podcast publié. Chaque étape peut attendre, et rien n’est perdu si vous partez
        entre-temps.
      </p>
      <div className="manager mt-6 grid gap-8">
        {loaderData ? (
          <StepList {...loaderData}>
            <PodcastStep
              {...loaderData.podcast}
              isDone={loaderData.states.podcast === "done"}
              response={response}
            />
          </StepList>
        ) : (
          <FailureNotice what="Impossible de charger les premiers pas" />
        )}
      </div>
    </>
  )
}

type Props = { isOpen: boolean; states: StepStates; children: React.ReactNode }

/** The steps in their order. @param children the form of the podcast */
function StepList({ isOpen, states, children }: Props) {
  const { all, done } = countSteps(states)
  const next = firstToDo(states)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        <progress
          max={all}
          value={done}
          aria-label="Étapes faites"
          className="upload-progress max-w-60 flex-1"
        />
        {done} {done > 1 ? "étapes faites" : "étape faite"} sur {all}
      </p>
      <ol className="grid gap-6">
        <li>
          <Panel title="1. Votre compte" aside={<StateBadge state="done" />}>
            <p>
              Vous administrez ce site.{" "}
              <Link to="/admin/users" className="underline">
                Invitez qui vous aide
              </Link>
              , et protégez votre compte par{" "}
              <Link to="/admin/settings/security" className="underline">
                un second facteur
              </Link>
              .
            </p>
          </Panel>
        </li>
        {STEPS.flatMap((step) => (states[step] ? { step, state: states[step] } : [])).map(
          ({ step, state }, index) => {
            const { title, text, links } = STEP_TEXTS[step]
            return (
              <li key={step}>
                <Panel
                  id={`pas-${step}`}
                  title={`${index + 2}. ${title}`}
                  aside={<StateBadge state={state} />}
                >
                  <div className="grid gap-4">
                    {!(step === "podcast" && state === "done") && <div className="max-w-[75ch]">{text}</div>}
                    {step === "podcast" && children}
                    <div className="flex flex-wrap gap-3">
                      {links.map(({ to, label }, position) => (
                        <Link
                          key={to}
                          to={to}
                          className={`office-button ${step === next && position === 0 && step !== "podcast" ? "office-button-main" : ""}`}
                        >
                          {label}
                        </Link>
                      ))}
                      <Pass step={step} state={state} title={title} />
                    </div>
                  </div>
                </Panel>
              </li>
            )
          },
        )}
      </ol>
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <ActionButton
            label="Terminer les premiers pas"
            icon="check"
            fields={{ intent: "finish", id: "all" }}
          />
        )}
        <Link to="/" className={`office-button ${next ? "" : "office-button-main"}`}>
          Voir le site
        </Link>
      </div>
    </>
  )
}

function Pass({ step, state, title }: { step: Step; state: StepState; title: string }) {
  if (state === "done") return null
  const fields = { intent: state === "passed" ? "take-up" : "pass", id: step }
  // Nothing has to be done for it: having read it is enough.
  if (step === "backup") return <ActionButton label="C’est lu" icon="check" subject={title} fields={fields} />
  return state === "passed" ? (
    <ActionButton label="Reprendre" icon="undo" subject={title} fields={fields} />
  ) : (
    <ActionButton label="Plus tard" subject={title} fields={fields} />
  )
}

function StateBadge({ state }: { state: StepState }) {
  if (state === "done") return <Badge variant="default">Fait</Badge>
  return state === "passed" ? (
    <Badge variant="outline">Plus tard</Badge>
  ) : (
    <Badge variant="secondary">À faire</Badge>
  )
}
