import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { settingsIntents } from "./settings.schema.ts"

/** What is asked before one's own account is deleted. */
export const LEAVING = {
  question: "Supprimer votre compte ?",
  detail:
    "Sont effacés : votre profil, vos sessions, votre mot de passe et vos clés d’accès. Restent : ce que vous avez publié, sans auteur ; vos commentaires, vos messages et votre inscription à la newsletter, liés à votre adresse ; et le journal de ce qui a été fait sur le site. Cette action est définitive.",
  confirmLabel: "Supprimer mon compte",
  fields: { intent: "leave" } satisfies Asking<typeof settingsIntents>,
} satisfies Question

export function DeleteAccount() {
  return (
    <Panel title="Supprimer mon compte">
      <p className="mb-5 max-w-[75ch]">
        Votre compte disparaît, ce que vous avez publié reste. Pour faire effacer aussi vos commentaires, vos
        messages et votre inscription à la newsletter, écrivez aux hôtes.
      </p>
      <ConfirmButton label="Supprimer mon compte" icon="trash" {...LEAVING} />
    </Panel>
  )
}
