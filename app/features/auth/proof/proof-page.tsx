import { Link, useLocation } from "react-router"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { CONFIRM_REASON, CONFIRM_TITLE } from "./proof.copy.ts"
import { ProofFields } from "./proof-fields.tsx"
import type { ProofQuestion } from "./proof.server.ts"

/** Stands where a dangerous deed was asked for: its form again, with what was typed, and the proof beside it. */
export function ProofPage({ question }: { question: ProofQuestion }) {
  const { pathname, search } = useLocation()
  const { fields, hasSecrets, error, ...means } = question
  return (
    <div className="mx-auto max-w-xl py-8">
      <title>{CONFIRM_TITLE}</title>
      <meta name="robots" content="noindex" />
      <Panel title={CONFIRM_TITLE} headingLevel={1}>
        <form method="post" action={pathname + search} noValidate className="grid gap-5">
          <HiddenFields fields={fields} />
          <ProofFields means={means} error={error}>
            <p>
              {CONFIRM_REASON}
              {hasSecrets &&
                " Votre saisie est gardée, sauf les mots de passe : le formulaire vous les redemandera."}
            </p>
          </ProofFields>
          <div className="flex flex-wrap justify-end gap-3">
            <Link to={pathname} className="office-button">
              Annuler
            </Link>
            <button type="submit" className="office-button office-button-main">
              Continuer
            </button>
          </div>
        </form>
      </Panel>
    </div>
  )
}
