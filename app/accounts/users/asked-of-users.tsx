import { Form, Link } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { useWayBack } from "#app/kit/ui/use-way-back.ts"
import { revocationOf } from "../invitations/invitations-panel.tsx"
import { InviteForm } from "../invitations/invite-form.tsx"
import { factorRuleQuestion } from "./factor-rule-panel.tsx"
import { NewUserForm } from "./new-user-form.tsx"
import { type Person, RoleFields } from "./role-fields.tsx"
import type { userIntents } from "./user-form.schema.ts"

/** What is asked before an account is deleted. */
export function deletionOf({ id, email }: Pick<Person, "id" | "email">) {
  return {
    question: `Êtes-vous sûr de vouloir supprimer l'utilisateur ${email} ?`,
    detail: "Ce que cette personne a écrit reste sur le site. Cette action est définitive.",
    fields: { intent: "delete", id } satisfies Asking<typeof userIntents>,
  }
}

/** What is asked before a person's sessions end. */
export function signOutOf({ id, email }: Pick<Person, "id" | "email">) {
  return {
    question: `Déconnecter ${email} partout ?`,
    detail: "Toutes les sessions de cette personne prennent fin. Elle peut se reconnecter.",
    fields: { intent: "end-sessions", id } satisfies Asking<typeof userIntents>,
  }
}

/** What the address of the users' page can ask for. */
export type Asked =
  | { what: "create" }
  | { what: "require-factor" }
  | { what: "lift-factor" }
  | { what: "invite" }
  | { what: "role" | "delete" | "end-sessions"; user: Person }
  | { what: "revoke"; invitation: { id: number; email: string } }

type Props = { asked: Asked; response: FormResponse | undefined; today: string }

/** The dialogs of the users' page as pages, for who has no scripts. */
export function AskedOfUsers({ asked, response, today }: Props) {
  const { back, action } = useWayBack()
  const cancel = (
    <Link to={back} className="office-button">
      Annuler
    </Link>
  )
  if (asked.what === "delete") return <QuestionPage {...deletionOf(asked.user)} />
  if (asked.what === "end-sessions") return <QuestionPage {...signOutOf(asked.user)} />
  if (asked.what === "revoke") return <QuestionPage {...revocationOf(asked.invitation)} />
  if (asked.what === "require-factor") return <QuestionPage {...factorRuleQuestion(true)} />
  if (asked.what === "lift-factor") return <QuestionPage {...factorRuleQuestion(false)} />
  if (asked.what === "invite") {
    return (
      <Panel title="Inviter une personne">
        <InviteForm response={response} cancel={cancel} />
      </Panel>
    )
  }
  if (asked.what === "create") {
    return (
      <Panel title="Créer un utilisateur">
        <NewUserForm response={response} today={today} cancel={cancel} />
      </Panel>
    )
  }
  return (
    <Panel title="Modifier le rôle">
      <Form method="post" action={action} reloadDocument className="grid gap-5">
        <RoleFields user={asked.user} cancel={cancel} />
      </Form>
    </Panel>
  )
}
