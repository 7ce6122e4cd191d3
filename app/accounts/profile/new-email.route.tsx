import { data } from "react-router"
import { PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import {
  type FormMessage,
  type FormResponse,
  orElse,
  respondFailure,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { PaperNotice, PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { rememberDevice } from "../auth/device.server.ts"
import { viewerContext } from "../auth/viewer.server.ts"
import type { Route } from "./+types/new-email.route"
import { canChangeEmail, changeEmail } from "./new-email.server.ts"

export { responseHeaders as headers }

/**
 * Following the link changes nothing yet: mail scanners follow links too. Nor does it without the account's session:
 * a mistyped address is somebody else's, who must not get the account with it.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (!viewer) return data({ state: "signed-out" as const }, 403)
  const { key, to } = changeOf(url)
  if (!(await canChangeEmail(viewer, key, to))) return data({ state: "ended" as const }, 404)
  return data({ state: "open" as const, from: viewer.email, to })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext)
  if (!viewer) return refuse(SIGNED_OUT, 403)
  const { key, to } = changeOf(url)
  return orElse(
    async () => {
      const outcome = await changeEmail(viewer, key, to)
      if (outcome === "ended") return refuse(ENDED, 404)
      if (outcome === "taken") return refuse(TAKEN, 409)
      const headers = new Headers()
      await rememberDevice(request, to, headers)
      return redirectWithToast("/admin/settings", CHANGED, headers)
    },
    () => respondFailure({}, "Impossible de changer l’adresse pour l’instant. Réessayez dans un instant."),
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Nouvelle adresse",
    description: "Confirmer la nouvelle adresse d’un compte.",
    path: "/auth/new-email",
    noIndex: true,
  })
}

export default function NewEmail({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case "signed-out":
      return (
        <PaperNotice title="Connectez-vous d’abord" onward={{ to: "/auth", label: "Aller à la connexion" }}>
          Ce lien change l’adresse d’un compte. Connectez-vous à ce compte, puis ouvrez à nouveau le lien.
        </PaperNotice>
      )
    case "ended":
      return (
        <PaperNotice title="Lien expiré" onward={{ to: "/admin/settings", label: "Aller aux paramètres" }}>
          {ENDED.description} Demandez-en un nouveau dans les paramètres de votre compte.
        </PaperNotice>
      )
    case "open":
      return (
        <PaperSheet title="Plus qu’un clic">
          <p className="mt-6 text-lg break-words">
            L’adresse de votre compte est {loaderData.from}. Elle sera désormais <b>{loaderData.to}</b>, et
            vos autres sessions seront terminées.
          </p>
          <PublicForm response={actionData} className="mt-8 grid gap-5">
            <PublicSubmit>Confirmer la nouvelle adresse</PublicSubmit>
          </PublicForm>
        </PaperSheet>
      )
  }
}

/** Where scripts run the page stays, with what was wrong above the button; without them it is loaded anew. */
const refuse = (message: FormMessage, status: number) =>
  data<FormResponse>({ values: {}, errors: {}, message }, status)

const changeOf = (url: URL) => ({
  key: url.searchParams.get("cle") ?? "",
  to: url.searchParams.get("adresse") ?? "",
})

const SIGNED_OUT = {
  title: "Vous n’êtes plus connecté",
  description: "Connectez-vous, puis ouvrez à nouveau le lien.",
}
const ENDED = {
  title: "Lien expiré",
  description: "Ce lien a déjà servi, a été remplacé, n’est plus valable ou vient d’un autre compte.",
}
const TAKEN = { title: "Compte existant", description: "Un compte existe déjà avec cet email" }
const CHANGED = {
  kind: "success",
  title: "Adresse modifiée",
  description: "Vos autres sessions sont terminées.",
} as const
