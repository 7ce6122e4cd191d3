import { Link } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { SECURITY_PAGE } from "../auth/factors/factors.copy.ts"
import type { userIntents } from "./user-form.schema.ts"

type Props = {
  /** Since when it is required; null while it is not. */
  since: string | null
  /** How many admins and moderators have none. */
  lacking: number
  /** Who asks has one. */
  mayChange: boolean
}

/** What is asked before a second factor is required, or no longer. */
export function factorRuleQuestion(isRequired: boolean): Question {
  return isRequired
    ? {
        question: "Exiger un second facteur des administrateurs et modérateurs ?",
        detail:
          "Ceux qui n’en ont pas ont 7 jours pour en ajouter un. Ensuite, seuls leurs paramètres s’ouvrent, jusqu’à ce qu’ils en aient un.",
        confirmLabel: "Exiger",
        fields: { intent: "require-factor" } satisfies Asking<typeof userIntents>,
      }
    : {
        question: "Ne plus exiger de second facteur ?",
        detail:
          "Les comptes qui en ont un le gardent. Les autres s’ouvrent à nouveau par un mot de passe seul.",
        confirmLabel: "Ne plus exiger",
        fields: { intent: "lift-factor" } satisfies Asking<typeof userIntents>,
      }
}

/** Whether admins and moderators have to have a second factor. */
export function FactorRulePanel({ since, lacking, mayChange }: Props) {
  const isRequired = since !== null
  return (
    <Panel
      title="Second facteur de l’équipe"
      aside={
        mayChange && (
          <ConfirmButton
            label={isRequired ? "Ne plus exiger" : "Exiger un second facteur"}
            icon="shield-check"
            {...factorRuleQuestion(!isRequired)}
          />
        )
      }
    >
      <p>
        {isRequired ? (
          <>
            <Badge>Exigé</Badge> <span className="ml-1">depuis le {since}</span>
          </>
        ) : (
          "Aucun second facteur n’est exigé des administrateurs et modérateurs."
        )}
      </p>
      <p className="mt-2">
        {lacking === 0 && "Tous ont un second facteur."}
        {lacking === 1 && "Une personne n’en a pas encore."}
        {lacking > 1 && `${lacking} personnes n’en ont pas encore.`}
      </p>
      {!mayChange && (
        <p className="mt-2">
          Pour {isRequired ? "ne plus l’exiger" : "l’exiger"}, ayez-en un vous-même :{" "}
          <Link to={SECURITY_PAGE} className="font-semibold underline">
            ajoutez-le dans vos paramètres
          </Link>
          .
        </p>
      )}
    </Panel>
  )
}
