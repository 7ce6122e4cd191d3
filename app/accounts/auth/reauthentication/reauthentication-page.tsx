import { useRef } from "react"
import { Link, useLocation } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { CONFIRM_REASON, CONFIRM_TITLE } from "./reauthentication.copy.ts"
import { ReauthenticationFields } from "./reauthentication-fields.tsx"
import type { Means, ReauthenticationQuestion } from "./reauthentication.server.ts"

type Props = Pick<ReauthenticationQuestion, "fields" | "error"> & {
  means: Means
  hasSecrets?: boolean
  back?: string
}

/**
 * Stands where a dangerous action was asked for: its form again, with what was typed, and the re-authentication beside it.
 *
 * @param back by default the page that it is a part of
 */
export function ReauthenticationPage({ fields, error, means, hasSecrets, back }: Props) {
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  return (
    <div className="mx-auto max-w-xl py-8">
      <title>{CONFIRM_TITLE}</title>
      <meta name="robots" content="noindex" />
      <Panel title={CONFIRM_TITLE} headingLevel={1}>
        <form ref={form} method="post" action={pathname + search} noValidate className="grid gap-5">
          <p>
            {CONFIRM_REASON}
            {hasSecrets &&
              " Votre saisie est gardée, sauf les mots de passe : le formulaire vous les redemandera."}
          </p>
          <HiddenFields fields={fields} />
          <ReauthenticationFields
            means={means}
            error={error}
            onReauthenticated={() => form.current?.requestSubmit()}
            cancel={
              <Link to={back ?? pathname} className="office-button">
                Annuler
              </Link>
            }
          />
        </form>
      </Panel>
    </div>
  )
}
