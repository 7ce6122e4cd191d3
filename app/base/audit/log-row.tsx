import { Link } from "react-router"
import { type AuditKind, historyAddress } from "#app/kit/lib/audit.ts"

export type LogRow = {
  id: number
  /** « 20 novembre 2026 à 14:05 » */
  at: string
  /** Empty once the person was erased. */
  actor: string
  role: string | undefined
  sentence: string
  title: string
  kind: AuditKind
  itemId: string | null
  changes: { label: string; before: string | undefined; after: string | undefined }[]
}

/** Who did what, on what and when; what changed unfolds. */
export function LogRow({ actor, role, at, sentence, title, kind, itemId, changes }: LogRow) {
  const isNew = changes.every(({ before }) => before === undefined)
  return (
    <li className="log-row">
      <p className="break-words">
        {actor ? (
          <Link
            to={`/admin/log?${new URLSearchParams({ q: actor })}`}
            className="font-semibold break-all underline"
          >
            {actor}
          </Link>
        ) : (
          <span className="font-semibold">Personne effacée</span>
        )}{" "}
        {sentence}
        {title && (
          <>
            {" "}
            <bdi className="font-semibold">{title}</bdi>
          </>
        )}
      </p>
      <p className="manager-row-detail">
        {at}
        {role && ` · ${role}`}
        {itemId !== null && (
          <>
            {" · "}
            <Link to={historyAddress(kind, itemId)} className="underline">
              Historique<span className="sr-only"> : {title || sentence}</span>
            </Link>
          </>
        )}
      </p>
      {changes.length > 0 && (
        <details>
          <summary className="log-summary">
            {changes.length > 1 ? `${changes.length} champs` : "1 champ"}
            <span className="sr-only"> : {title || sentence}</span>
          </summary>
          <dl className="log-changes">
            {changes.map(({ label, before, after }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {!isNew && (
                    <>
                      <Value text={before} /> <span aria-hidden="true">→</span>
                      <span className="sr-only">devient</span>{" "}
                    </>
                  )}
                  <Value text={after} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function Value({ text }: { text: string | undefined }) {
  return text === undefined ? <i className="text-paper-ink">vide</i> : <bdi>{text}</bdi>
}
