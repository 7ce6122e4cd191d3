import { Form } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { ROLE_LABELS } from "#app/kit/lib/roles.ts"
import {
  respondFailure,
  respondInvalid,
  respondToastFailure,
  orElse,
} from "#app/kit/http/responses.server.ts"
import { ASKED } from "#app/kit/http/questions.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import type { Route } from "./+types/personal-data.route"
import { spellUntil } from "../supporters/people/spell-until.ts"
import { sayCopiesKept } from "./going.server.ts"
import { personIntents, personSchema } from "./personal-data.schema.ts"
import { collectPersonalData, erasePersonalData } from "./personal-data.server.ts"

const PATH = "/admin/personal-data"

function erasureOf(email: string, copiesKept: string) {
  return {
    question: `Effacer toutes les données ${ofName(email)} ?`,
    detail: `Compte, inscription à la newsletter, soutien, commentaires et messages seront effacés, sur tout le site. Un blocage de cette adresse reste. ${copiesKept} Cette action est définitive.`,
    confirmLabel: "Tout effacer",
    fields: { intent: "erase", email } satisfies Asking<typeof personIntents>,
  }
}

export function loader() {
  return { copiesKept: sayCopiesKept() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const person = form.parse(personSchema)
  if (form.values[ASKED] === "erase" && person.ok) return { asked: person.value.email }
  const asked = parseIntent(form, personIntents)
  if (asked.intent === "find") {
    if (!asked.ok) return respondInvalid(asked)
    return orElse(
      async () => ({ found: summaryOf(await collectPersonalData(asked.value.email)) }),
      () => respondFailure(form.values, "Impossible de chercher les données"),
    )
  }
  await requireReauthentication(context, form)
  if (!asked.ok) return respondToastFailure(CANNOT_ERASE, 400)
  return orElse(
    async () => {
      const outcome = await erasePersonalData(asked.value.email, getViewer(context).id)
      if (outcome === "own") return respondToastFailure(`${CANNOT_ERASE} : c’est votre propre compte`, 409)
      if (outcome === "last-admin") {
        return respondToastFailure(`${CANNOT_ERASE} : c’est le dernier administrateur`, 409)
      }
      return redirectWithToast(PATH, { kind: "success", title: "Données effacées" })
    },
    () => respondToastFailure(CANNOT_ERASE, 500),
  )
}

const CANNOT_ERASE = "Impossible d’effacer les données"

type Found = Awaited<ReturnType<typeof collectPersonalData>>

/** What the page says of what was found: enough to decide, no more. */
function summaryOf({ email, account, invitation, subscription, comments, messages, ...others }: Found) {
  const { bin, lists, support, payments, waitingMails } = others
  const written = [comments, messages, bin, lists, payments, waitingMails]
  const state = subscription?.unsubscribedAt ? "désabonné le" : "inscrit le"
  const since = subscription && (subscription.unsubscribedAt ?? subscription.createdAt)
  return {
    email,
    facts: [
      {
        label: "Compte",
        value: account
          ? `${ROLE_LABELS[account.role]}, créé le ${formatLongDate(account.createdAt)}`
          : "aucun",
      },
      ...(invitation
        ? [
            {
              label: "Invitation",
              value: `${ROLE_LABELS[invitation.role]}, envoyée le ${formatLongDate(invitation.createdAt)}`,
            },
          ]
        : []),
      { label: "Newsletter", value: since ? `${state} ${formatLongDate(since)}` : "aucune inscription" },
      ...(support
        ? [{ label: "Soutien", value: [support.level, spellUntil(support.until)].filter(Boolean).join(", ") }]
        : []),
      ...(payments.length > 0 ? [{ label: "Paiements reçus", value: String(payments.length) }] : []),
      { label: "Commentaires", value: String(comments.length) },
      { label: "Messages", value: String(messages.length) },
      ...(bin.length > 0 ? [{ label: "Dans la corbeille", value: String(bin.length) }] : []),
    ],
    isAnything: Boolean(
      account || invitation || subscription || support || written.some(({ length }) => length > 0),
    ),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Données personnelles")
}

export default function PersonalData({ actionData, loaderData: { copiesKept } }: Route.ComponentProps) {
  const response = actionData && "values" in actionData ? actionData : undefined
  const found = actionData && "found" in actionData ? actionData.found : undefined
  if (actionData && "asked" in actionData)
    return <AskedErasure email={actionData.asked} copiesKept={copiesKept} />
  return (
    <ManagerPage title="Données personnelles">
      <Panel title="Chercher une personne">
        <p className="mb-5 max-w-[75ch]">
          Quelqu’un demande ce que le site sait de lui, ou veut être oublié : cherchez son adresse, exportez
          ce qui s’y rattache, ou effacez tout. De l’audience il n’y a que des totaux, où personne ne se
          retrouve.
        </p>
        <EditForm response={response} aria-label="Chercher une personne">
          <HiddenFields fields={{ intent: "find" } satisfies Asking<typeof personIntents>} />
          <TextField
            label="Email"
            {...fieldsOf<typeof personSchema>(response).field("email")}
            type="email"
            required
          />
          <div>
            <SubmitButton pendingText="Recherche...">Chercher</SubmitButton>
          </div>
        </EditForm>
      </Panel>
      {found && <FoundPanel found={found} copiesKept={copiesKept} />}
    </ManagerPage>
  )
}

/** The question as a page, for who has no scripts; « Annuler » searches again, as the address names nobody. */
function AskedErasure({ email, copiesKept }: { email: string; copiesKept: string }) {
  const cancel = (
    <button type="submit" form={BACK} className="office-button">
      Annuler
    </button>
  )
  return (
    <ManagerPage title="Données personnelles">
      <QuestionPage {...erasureOf(email, copiesKept)} cancel={cancel} />
      <Form id={BACK} method="post" reloadDocument>
        <HiddenFields fields={{ intent: "find", email } satisfies Asking<typeof personIntents>} />
      </Form>
    </ManagerPage>
  )
}

const BACK = "retour"

type FoundProps = { found: ReturnType<typeof summaryOf>; copiesKept: string }

function FoundPanel({ found: { email, facts, isAnything }, copiesKept }: FoundProps) {
  return (
    <Panel title={email}>
      <div role="status">
        {isAnything ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            {facts.map(({ label, value }) => (
              <div key={label} className="contents">
                <dt className="text-paper-ink">{label}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p>Le site ne sait rien de cette adresse.</p>
        )}
      </div>
      {isAnything && (
        <div className="row-actions mt-5">
          <Form method="post" action={`${PATH}/export`} reloadDocument>
            <HiddenFields fields={{ email }} />
            <button type="submit" className="office-button">
              <Icon name="download" />
              Exporter (JSON)
            </button>
          </Form>
          <ConfirmButton
            label="Tout effacer"
            icon="trash"
            subject={email}
            isPrivate
            {...erasureOf(email, copiesKept)}
          />
        </div>
      )}
    </Panel>
  )
}
