import { useState } from "react"
import { data, Link } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { renewDkimKey } from "#app/base/mail/dkim.server.ts"
import { TrialPanel } from "#app/base/mail/trial-panel.tsx"
import { answerTrial } from "#app/base/mail/try-server.server.ts"
import { answerGroup, loadGroup } from "#app/base/settings/group-page.server.ts"
import { GroupPage } from "#app/base/settings/group-page.tsx"
import { GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { respondToClick } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import type { Route } from "./+types/manage-mail.route"
import type { DnsRecord } from "./dns-records.ts"
import { loadSending } from "./load-sending.server.ts"
import { mailIntents, refuseServerChange, startConfirming } from "./mail-settings.server.ts"
import { LOOK_UP, PURPOSES, renewalQuestion, STATES } from "./records.copy.ts"
import { sendTestMail } from "./test-mail.server.ts"

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = getViewer(context)
  const [group, sending, asked] = await Promise.all([
    loadGroup("mail"),
    loadSending(url.searchParams.has(LOOK_UP)),
    findAsked(url, { "renew-dkim": () => renewalQuestion }, "Réglages non trouvés"),
  ])
  return data({ ...group.data, ...sending, asked, email }, group.init ?? {})
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, mailIntents)
  if (asked.intent === "test") {
    const { id, email } = getViewer(context)
    return answerTrial("mail-test", id, () => sendTestMail(email))
  }
  // Links that open accounts go by what is set here.
  await requireReauthentication(context, form)
  if (asked.intent === "renew-dkim") {
    const renew = async () => {
      await renewDkimKey()
      return "Clé DKIM créée : publiez-la"
    }
    return respondToClick(renew, "Impossible de créer la clé DKIM")
  }
  if (asked.intent === "save" && asked.ok) {
    const refused = refuseServerChange(form.values, asked.value)
    if (refused) return refused
    await startConfirming(asked.value)
  }
  return answerGroup("mail", form.values, asked)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.mail.title)
}

export default function ManageMail({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, email, isReal, sender, records, hasLooked, dkim, ...shown } = loaderData
  const response = actionData && "values" in actionData ? actionData : undefined
  if (asked) return <QuestionPage {...asked} />
  return (
    <GroupPage {...shown} response={response}>
      <TrialPanel label="Envoyer un e-mail d’essai" pendingLabel="Envoi en cours…" response={actionData}>
        {isReal
          ? `Un e-mail part aussitôt à ${email}, avec les réglages enregistrés ci-dessus.`
          : "Le site n’a pas encore de serveur d’envoi : l’essai ne ferait qu’écrire un fichier sur le serveur du site."}
      </TrialPanel>
      <RecordsPanel sender={sender} records={records} hasLooked={hasLooked} hasKey={dkim} />
    </GroupPage>
  )
}

type Props = { sender: string; records: DnsRecord[]; hasLooked: boolean; hasKey: boolean }

/** What the sender's domain should publish, so that mails do not end up as spam. */
function RecordsPanel({ sender, records, hasLooked, hasKey }: Props) {
  if (records.length === 0) {
    return (
      <Panel id="dns" title="SPF, DKIM et DMARC">
        <p className="max-w-[75ch]">
          Les e-mails viennent de <strong className="wrap-anywhere">{sender}</strong>, dont le domaine n’est
          pas public&nbsp;: donnez une adresse d’expéditeur de votre nom de domaine.
        </p>
      </Panel>
    )
  }
  return (
    <Panel id="dns" title="SPF, DKIM et DMARC">
      <p className="max-w-[75ch]">
        Les e-mails viennent de <strong className="wrap-anywhere">{sender}</strong>. Ces enregistrements, de
        type TXT, se publient chez qui gère ce nom de domaine&nbsp;; sans eux, beaucoup d’e-mails finissent
        dans les indésirables.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to={`?${LOOK_UP}=1#dns`} preventScrollReset className="office-button">
          Vérifier ce qui est publié
        </Link>
        {hasKey ? (
          <ConfirmButton label="Renouveler la clé DKIM" {...renewalQuestion} />
        ) : (
          <ActionButton label="Créer la clé DKIM" fields={renewalQuestion.fields} />
        )}
      </div>
      <ul className="mt-5 grid gap-6">
        {records.map((record) => (
          <RecordItem key={record.kind} record={record} hasLooked={hasLooked} />
        ))}
      </ul>
    </Panel>
  )
}

function RecordItem({ record, hasLooked }: { record: DnsRecord; hasLooked: boolean }) {
  const { kind, name, value, state, found } = record
  const { label, text } = STATES[state]
  return (
    <li className="border-t border-rule pt-4">
      <h3 className="flex flex-wrap items-center gap-3 text-lg font-bold">
        {kind}
        {hasLooked && <Badge>{state === "several" ? `plusieurs ${kind}` : label}</Badge>}
      </h3>
      <p className="text-sm text-paper-ink">{PURPOSES[kind]}</p>
      {hasLooked && <p className="mt-1">{text}</p>}
      <dl className="mt-3 grid gap-2">
        <div>
          <dt className="font-semibold">Nom</dt>
          <dd>
            <CopiedText label={`nom ${kind}`} text={name} />
          </dd>
        </div>
        <div>
          <dt className="font-semibold">Valeur</dt>
          <dd>
            <CopiedText label={`valeur ${kind}`} text={value} />
          </dd>
        </div>
        {found.length > 0 && state !== "present" && (
          <div>
            <dt className="font-semibold">Publié aujourd’hui</dt>
            {found.map((one) => (
              <dd key={one} className="break-all">
                <code>{one}</code>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </li>
  )
}

/** A text to be copied elsewhere as it is. @param label what it is, for the button's name */
function CopiedText({ label, text }: { label: string; text: string }) {
  const [notice, setNotice] = useState("")
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setNotice("Copié.")
    } catch {
      setNotice("Impossible de copier : sélectionnez le texte.")
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <code className="min-w-0 break-all">{text}</code>
      <button type="button" onClick={() => void copy()} className="office-button noscript:hidden">
        <Icon name="copy" />
        Copier<span className="sr-only"> : {label}</span>
      </button>
      <span role="status" className="text-sm text-paper-ink">
        {notice}
      </span>
    </div>
  )
}
