import { useState } from "react"
import { Link } from "react-router"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { DnsRecord } from "./dns-records.ts"
import { LOOK_UP, PURPOSES, renewalQuestion, STATES } from "./records.copy.ts"

type Props = { sender: string; records: DnsRecord[]; hasLooked: boolean; hasKey: boolean }

/** What the sender's domain should publish, so that mails do not end up as spam. */
export function RecordsPanel({ sender, records, hasLooked, hasKey }: Props) {
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
