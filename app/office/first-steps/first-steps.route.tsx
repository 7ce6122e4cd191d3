import { data, Link } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { openFirstSteps, passStep } from "#app/base/settings/first-steps.server.ts"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"
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
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import type { Route } from "./+types/first-steps.route"
import { PodcastStep } from "./podcast-step.tsx"
import {
  coverToCopy,
  firstStepsIntents,
  loadPodcastForm,
  savePodcastStep,
  typedInRows,
} from "./podcast-step.server.ts"
import { readPodcast } from "./read-podcast.server.ts"
import { StepList } from "./step-list.tsx"
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
    await requireProof(context, form)
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
        {loaderData?.hasStarter && (
          <p>
            <Link to={`${FIRST_STEPS}/starter`} className="office-button">
              Retirer le contenu d’exemple
            </Link>
          </p>
        )}
      </div>
    </>
  )
}
