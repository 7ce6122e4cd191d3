import type { ListView } from "#app/content/lists/list-view.ts"
import { EditRowLink, ListedRow } from "#app/content/manager-row.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { addressOfKey } from "../../base/redirects/addresses.ts"
import { PATH, spellRule } from "../../base/redirects/redirects.copy.ts"
import type { redirectIntents } from "../../base/redirects/redirects.schema.ts"
import { isWildcard } from "../../base/redirects/rules.ts"

type Redirect = {
  id: number
  source: string
  target: string | null
  hits: number
  /** The day of its last visit, in words; null where it had none. */
  lastDay: string | null
}

type Props = { redirect: Redirect; isEdited: boolean; view: ListView }

/** One rule of the list, and what can be done with it. */
export function RedirectRow({ redirect, isEdited, view }: Props) {
  const { id, source, target, hits, lastDay } = redirect
  const visits = `${hits.toLocaleString("fr-FR")} visite${hits > 1 ? "s" : ""} en 30 jours`
  return (
    <ListedRow
      kind="redirect"
      id={id}
      title={source}
      address={isWildcard(redirect) ? undefined : addressOfKey(source)}
      details={[
        target !== null && `→ ${target}`,
        lastDay ? visits : "jamais utilisée",
        lastDay && `dernière le ${lastDay}`,
      ]}
      isEdited={isEdited}
      badge={target === null && <Badge>Supprimée</Badge>}
    >
      <EditRowLink id={id} title={source} path={PATH} view={view} />
      <ConfirmButton label="Supprimer" icon="trash" subject={source} {...deletionOf(redirect)} />
    </ListedRow>
  )
}

/** What is asked before a rule is deleted. */
export function deletionOf(redirect: Pick<Redirect, "id" | "source" | "target">): Question {
  return {
    question: "Êtes-vous sûr de vouloir supprimer cette redirection ?",
    detail: `« ${spellRule(redirect)} » ne mènera plus nulle part. Cette action est définitive.`,
    fields: { intent: "delete", id: String(redirect.id) } satisfies Asking<typeof redirectIntents>,
  }
}
