import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { askToResend, people } from "./letter-page.copy.ts"
import { fields } from "./letter-page.schema.ts"

type Props = { count: number; /** Of a letter that was stopped nothing is sent again. */ isStopped: boolean }

/** Of some mails nobody knows whether they arrived: a host says what becomes of them. */
export function UncertainQuestion({ count, isStopped }: Props) {
  const are = count > 1 ? "on ne sait pas si elles l’ont reçue" : "on ne sait pas si elle l’a reçue"
  return (
    <div role="alert" className="office-alert mt-5 grid gap-3">
      <p>
        <strong>{people(count)}</strong>&nbsp;: {are}. La connexion s’est coupée au moment où le serveur
        devait répondre. Le site n’envoie rien deux fois de lui-même.
      </p>
      <div className="flex flex-wrap gap-3">
        {!isStopped && <ConfirmButton label="Envoyer à nouveau" icon="send" {...askToResend(count)} />}
        <ActionButton label="Laisser ainsi" fields={fields("settle", { how: "leave" })} />
      </div>
    </div>
  )
}
