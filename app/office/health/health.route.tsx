import { useId } from "react"
import { Link } from "react-router"
import { FAILED_MAILS } from "#app/base/mail/failed-mails.copy.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { CopyButton } from "#app/kit/ui/copy-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { StateMark } from "#app/kit/ui/state-mark.tsx"
import { BACKUPS } from "../sidebar-entries.ts"
import type { Route } from "./+types/health.route"
import { type Check, inOrderOfNeed, summarize } from "./check.ts"
import { examineSite, reportOn, seeAddress } from "./health.server.ts"

export async function loader({ context, request }: Route.LoaderArgs) {
  const now = new Date()
  const checks = await examineSite(seeAddress(context, request), now)
  return {
    checks: inOrderOfNeed(checks),
    summary: summarize(checks),
    report: reportOn(checks, now),
    at: formatLongTime(now),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Santé du site")
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { checks, summary, report, at } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="poster text-poster-sm">Santé du site</h1>
        <Link to="." className="office-button" preventScrollReset>
          Vérifier à nouveau
        </Link>
      </div>
      <p className="mt-2 text-lg">
        <strong>{summary}</strong> <span className="text-sm text-paper-ink">Vérifié le {at}.</span>
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        {checks.map((check) => (
          <CheckPanel key={check.id} {...check} link={LINKS[check.id]} />
        ))}
      </div>
      <ReportPanel report={report} />
    </>
  )
}

/** Where what a check tells of is dealt with. */
const LINKS: Record<string, { to: string; label: string }> = {
  "e-mails": { to: FAILED_MAILS, label: "Voir les e-mails abandonnés" },
  sauvegarde: { to: BACKUPS, label: "Voir les sauvegardes" },
}

type CheckPanelProps = Check & { link?: { to: string; label: string } }

/** One part of the site: how it is, what to do, and what was found. */
function CheckPanel({ id, title, state, summary, advice, onServer, facts, link }: CheckPanelProps) {
  return (
    <Panel id={id} title={title} aside={<StateMark state={state} />}>
      <p className="break-words">{summary}</p>
      {advice && (
        <p className="mt-2 break-words">
          <strong>À faire{"\u00a0"}:</strong> {advice}
        </p>
      )}
      {(onServer || facts.length > 0) && (
        <details className="mt-3">
          <summary className="inline-flex min-h-8 cursor-pointer items-center underline">
            Avancé<span className="sr-only"> : {title}</span>
          </summary>
          {onServer && (
            <p className="mt-2 break-words">
              <strong>Sur le serveur{"\u00a0"}:</strong> {onServer}
            </p>
          )}
          <dl className="health-facts">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {link && (
        <Link to={link.to} className="office-button mt-4">
          {link.label}
        </Link>
      )}
    </Panel>
  )
}

/** Everything as a text, to be sent to who helps. */
function ReportPanel({ report }: { report: string }) {
  const explanation = useId()
  return (
    <Panel id="rapport" title="Rapport à transmettre" className="mt-5">
      <p id={explanation}>
        À joindre quand vous demandez de l’aide. Il ne contient ni mot de passe, ni adresse e-mail, ni adresse
        de visiteur.
      </p>
      <textarea
        readOnly
        rows={14}
        value={report}
        aria-label="Rapport"
        aria-describedby={explanation}
        className="control mt-3 font-mono text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton
        label="Copier le rapport"
        text={report}
        copied="Rapport copié."
        failed={"Impossible de copier\u00a0: sélectionnez le texte."}
      />
    </Panel>
  )
}
