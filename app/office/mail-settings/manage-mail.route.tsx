import { useState } from "react"
import { data, Link, useFetcher } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { renewDkimKey } from "#app/base/mail/dkim.server.ts"
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
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import type { Route } from "./+types/manage-mail.route"
import type { DnsRecord } from "./dns-records.ts"
import { loadSending } from "./load-sending.server.ts"
import { mailIntents, refuseServerChange, startConfirming } from "./mail-settings.server.ts"
import { LOOK_UP, PURPOSES, renewalQuestion, STATES } from "./records.copy.ts"
import { sendTestMail, type TestOutcome } from "./test-mail.server.ts"

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
  if (asked.intent === "test") return answerTest(await sendTestMail(getViewer(context)))
  // Links that open accounts go by what is set here.
  await requireProof(context, form)
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

function answerTest(outcome: TestOutcome) {
  if (outcome.outcome !== "limited") return data({ test: outcome }, 200)
  return data({ test: outcome }, { status: 429, headers: { "Retry-After": String(outcome.wait) } })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.mail.title)
}

export default function ManageMail({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, email, isReal, sender, records, hasLooked, dkim, ...shown } = loaderData
  const { data: tested } = useFetcher<typeof action>({ key: TEST })
  const test = [tested, actionData].map((of) => (of && "test" in of ? of.test : undefined)).find(Boolean)
  const response = actionData && "values" in actionData ? actionData : undefined
  if (asked) return <QuestionPage {...asked} />
  return (
    <GroupPage {...shown} response={response}>
      <TestPanel fetcherKey={TEST} email={email} isReal={isReal} outcome={test} />
      <RecordsPanel sender={sender} records={records} hasLooked={hasLooked} hasKey={dkim} />
    </GroupPage>
  )
}

const TEST = "test-mail"

type TestPanelProps = { fetcherKey: string; email: string; isReal: boolean; outcome: TestOutcome | undefined }

/** Sends a mail to who asks, and says what came of it. */
function TestPanel({ fetcherKey, email, isReal, outcome }: TestPanelProps) {
  const { Form, state } = useFetcher({ key: fetcherKey })
  const isRunning = state !== "idle"
  return (
    <Panel id="essai" title="Essai">
      <p className="max-w-[75ch]">
        {isReal
          ? `Un e-mail part aussitôt à ${email}, avec les réglages enregistrés ci-dessus.`
          : "Le site n’a pas encore de serveur d’envoi : l’essai ne ferait qu’écrire un fichier sur le serveur du site."}
      </p>
      <Form
        method="post"
        className="mt-4"
        onSubmit={(event) => {
          if (isRunning) event.preventDefault()
        }}
      >
        <HiddenFields fields={{ intent: "test" }} />
        <button type="submit" aria-disabled={isRunning} className="office-button">
          <Icon name="mail" />
          {isRunning ? "Envoi en cours…" : "Envoyer un e-mail d’essai"}
        </button>
      </Form>
      <div role="status" className="not-empty:mt-4">
        {outcome && !isRunning && <Outcome outcome={outcome} />}
      </div>
    </Panel>
  )
}

function Outcome({ outcome }: { outcome: TestOutcome }) {
  switch (outcome.outcome) {
    case "sent":
      return (
        <p className="max-w-[75ch]">
          <strong>E-mail envoyé à {outcome.to}.</strong> Le serveur d’envoi l’a accepté&nbsp;: regardez votre
          boîte, et les indésirables.
        </p>
      )
    case "outbox":
      return (
        <p>
          <strong>Fichier écrit.</strong> Sans serveur d’envoi, rien n’est parti.
        </p>
      )
    case "limited":
      return <p>{outcome.title}</p>
    case "failed":
      return (
        <div className="office-alert max-w-[75ch]">
          <p className="font-bold text-blood-dark">{outcome.title}</p>
          <p>{outcome.advice}</p>
          {outcome.answer && (
            <p className="mt-2 text-sm break-words">
              Réponse reçue&nbsp;: <code>{outcome.answer}</code>
            </p>
          )}
        </div>
      )
  }
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
