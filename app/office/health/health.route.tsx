import { useId } from "react"
import { Link } from "react-router"
import { FAILED_MAILS } from "#app/base/mail/failed-mails.copy.ts"
import { answerGroup } from "#app/base/settings/group-page.server.ts"
import { GroupPanel } from "#app/base/settings/group-page.tsx"
import { GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { CopyButton } from "#app/kit/ui/copy-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { StateMark } from "#app/kit/ui/state-mark.tsx"
import { BACKUPS } from "../sidebar-entries.ts"
import type { Route } from "./+types/health.route"
import { type Check, inOrderOfNeed, summarize } from "./check.ts"
import { examineSite, reportOn, seeAddress } from "./health.server.ts"
import { askNow, healthIntents, loadVersions } from "./versions.server.ts"

export async function loader({ context, request }: Route.LoaderArgs) {
  const now = new Date()
  const [checks, versions] = await Promise.all([
    examineSite(seeAddress(context, request), now),
    loadVersions(),
  ])
  return {
    versions,
    checks: inOrderOfNeed(checks),
    summary: summarize(checks),
    report: reportOn(checks, now),
    at: formatLongTime(now),
  }
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, healthIntents)
  if (asked.intent !== "ask") return answerGroup("updates", form.values, asked)
  const response = await askNow()
  return response
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Santé du site")
}

export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const { checks, versions, summary, report, at } = loaderData
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
      <NewsPanel {...versions} />
      <UpdatesPanel {...versions} response={actionData ?? undefined} />
      <ReportPanel report={report} />
    </>
  )
}

/** Where what a check tells of is dealt with. */
const LINKS: Record<string, { to: string; label: string }> = {
  "e-mails": { to: FAILED_MAILS, label: "Voir les e-mails abandonnés" },
  sauvegarde: { to: BACKUPS, label: "Voir les sauvegardes" },
  versions: { to: "#nouveautes", label: "Voir ce qui change" },
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

type Versions = Route.ComponentProps["loaderData"]["versions"]

/** What newer versions change, open; what the one here has changed, and which ran before. */
function NewsPanel({ newer, changed, earlier }: Versions) {
  const [running] = changed
  return (
    <Panel id="nouveautes" title="Nouveautés" className="mt-5">
      {newer.map((release) => (
        <Release key={release.version} {...release} />
      ))}
      {running && (
        <Folded summary={`Ce que la version ${running.version} a apporté`}>
          {changed.map((release) => (
            <Release key={release.version} {...release} />
          ))}
        </Folded>
      )}
      {earlier.length > 0 && (
        <Folded summary="Versions d’avant">
          <dl className="health-facts max-w-[65ch]">
            {earlier.map(({ version, since }) => (
              <div key={since}>
                <dt>{version}</dt>
                <dd>depuis le {since}</dd>
              </div>
            ))}
          </dl>
        </Folded>
      )}
    </Panel>
  )
}

function Folded({ summary, children }: { summary: string; children: React.ReactNode }) {
  return (
    <details>
      <summary className="inline-flex min-h-8 cursor-pointer items-center underline">{summary}</summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}

function Release({ version, day, html }: Versions["changed"][number]) {
  return (
    <article className="mb-6">
      <h3 className="mb-2 text-lg font-semibold">
        Version {version} {day && <span className="text-sm font-normal text-paper-ink">{day}</span>}
      </h3>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}

/** Whether the site asks for newer versions, and what was answered. */
function UpdatesPanel({ form, asked, mayAsk, newer, response }: Versions & { response?: FormResponse }) {
  return (
    <div className="mt-5">
      <GroupPanel group="updates" title={GROUPS.updates.title} form={form} response={response}>
        {mayAsk && (
          <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="min-w-0 break-words">{sayAnswer(asked, newer.length > 0)}</p>
            <ActionButton label="Vérifier maintenant" fields={{ intent: "ask" }} />
          </div>
        )}
      </GroupPanel>
    </div>
  )
}

function sayAnswer(asked: Versions["asked"], isNewer: boolean) {
  if (!asked) return "Pas encore demandé."
  const found = isNewer ? "Une version plus récente est sortie." : "Rien de plus récent."
  return `Demandé le ${asked.at}. ${asked.failure ?? found}`
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
