import { Link } from "react-router"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { ProgressBar } from "#app/kit/ui/progress-bar.tsx"
import { aboutMinutes, askToResend, askToStop, people, spell } from "./letter-page.copy.ts"
import { fields } from "./letter-page.schema.ts"
import type { LetterPage } from "./letter-page.server.ts"

const TITLES = {
  sending: "Envoi en cours",
  paused: "Envoi en pause",
  sent: "Compte rendu",
  stopped: "Envoi arrêté",
}

/** How far a letter is on its way, what steers it, and in the end what came of it. */
export function ProgressPanel({ letter }: { letter: LetterPage }) {
  const { id, title, state, progress, report, hasFailed } = letter
  if (state === "draft" || state === "scheduled") return null
  if (!progress)
    return (
      <Panel title={TITLES[state]}>
        {hasFailed && <FailureNotice what="Impossible de charger les chiffres" />}
      </Panel>
    )
  const { counts, total, openQuestions, isOutbox } = progress
  const left = counts.waiting + counts.sending
  const isUnderWay = state === "sending" || state === "paused"
  return (
    <Panel id="envoi" title={TITLES[state]}>
      {/* Said once when it changes: each mail would be too much to listen to. */}
      <p role="status" className="sr-only">
        {TITLES[state]}
      </p>
      {isUnderWay && (
        <label className="grid gap-2 text-lg tabular-nums">
          <span>
            <strong>{spell(total - left)}</strong> sur {people(total)}
          </span>
          <ProgressBar value={total - left} max={Math.max(total, 1)} />
        </label>
      )}
      {isUnderWay && <Waiting progress={progress} state={state} />}
      <dl className="letter-figures">
        <Figure name={counts.sent > 1 ? "Envoyés" : "Envoyé"} count={counts.sent} id={id} state="envoye" />
        {isUnderWay && <Figure name="En attente" count={left} id={id} state="attente" />}
        {state === "stopped" && <Figure name="Pas envoyés" count={left} id={id} state="attente" />}
        <Figure
          name={counts.refused > 1 ? "Refusés" : "Refusé"}
          count={counts.refused}
          id={id}
          state="refuse"
        />
        <Figure
          name={counts.uncertain > 1 ? "Incertains" : "Incertain"}
          count={counts.uncertain}
          id={id}
          state="incertain"
        />
        <Figure name="Désabonnés entre-temps" count={counts.skipped} id={id} state="passe" />
        {report && <Figure name="Désabonnés après" count={report.unsubscribed} />}
      </dl>
      {openQuestions > 0 && <UncertainQuestion count={openQuestions} isStopped={state === "stopped"} />}
      {report && report.refusals.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">Pourquoi des adresses ont refusé</h3>
          <Reasons reasons={report.refusals} />
        </>
      )}
      {report && report.bounces.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">Ce qui est revenu après l’envoi</h3>
          {report.bounces.map(({ kind, label, count, reasons }) => (
            <div key={kind} className="mt-2">
              <p>
                {label}&nbsp;: <strong>{spell(count)}</strong>
              </p>
              <Reasons reasons={reasons} />
            </div>
          ))}
        </>
      )}
      {isUnderWay && isOutbox && (
        <p className="mt-4 text-sm text-paper-ink">
          Aucun serveur d’e-mails n’est réglé&nbsp;: chaque envoi est écrit dans un fichier, et personne ne
          reçoit rien.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {state === "sending" && (
          <ActionButton label="Mettre en pause" icon="circle-pause" fields={fields("pause")} />
        )}
        {state === "paused" && (
          <ActionButton label="Reprendre l’envoi" icon="circle-play" fields={fields("resume")} />
        )}
        {isUnderWay && <ConfirmButton label="Arrêter" icon="x" {...askToStop(title, left)} />}
        <Link to={`/admin/letters/${id}/recipients`} className="office-button">
          Destinataires
        </Link>
      </div>
      {state === "sending" && (
        <p className="mt-4 text-sm text-paper-ink">
          Vous pouvez quitter cette page&nbsp;: l’envoi continue, même si le site redémarre.{" "}
          <Link to="." className="underline" preventScrollReset>
            Actualiser
          </Link>
        </p>
      )}
    </Panel>
  )
}

type Progress = NonNullable<LetterPage["progress"]>

/** How fast it goes and how long it takes, or what it waits for. */
function Waiting({ progress, state }: { progress: Progress; state: "sending" | "paused" }) {
  const { rate, minutesLeft, nextAttemptAt, waitsFor, pausedBecause } = progress
  if (state === "paused")
    return pausedBecause ? (
      <p role="alert" className="office-alert mt-3 font-semibold text-blood-dark">
        Le site a mis l’envoi en pause de lui-même. {pausedBecause}
      </p>
    ) : (
      <p className="mt-3">Plus rien ne part jusqu’à ce que vous repreniez l’envoi.</p>
    )
  if (waitsFor?.kind === "addressing")
    return <p className="mt-3">Le site dresse la liste des destinataires…</p>
  const next = nextAttemptAt && ` Prochain envoi ${nextAttemptAt}.`
  if (waitsFor?.kind === "server")
    return (
      <p className="mt-3">
        Le serveur d’e-mails demande de patienter. {waitsFor.why}
        {next}
      </p>
    )
  if (waitsFor?.kind === "retries")
    return <p className="mt-3">Des serveurs ont demandé de revenir plus tard. {next}</p>
  return (
    <p className="mt-3 tabular-nums">
      {rate !== null && <>{spell(rate)} par minute. </>}
      {minutesLeft !== null && minutesLeft > 0 && <>Il reste {aboutMinutes(minutesLeft)}.</>}
    </p>
  )
}

type FigureProps = { name: string; count: number; id?: number; state?: string }

function Figure({ name, count, id, state }: FigureProps) {
  const shown = spell(count)
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {state && count > 0 ? (
          <Link to={`/admin/letters/${id}/recipients?etat=${state}`} className="underline">
            {shown}
          </Link>
        ) : (
          shown
        )}
      </dd>
    </div>
  )
}

type UncertainQuestionProps = {
  count: number
  /** Of a letter that was stopped nothing is sent again. */ isStopped: boolean
}

/** Of some mails nobody knows whether they arrived: a host says what becomes of them. */
function UncertainQuestion({ count, isStopped }: UncertainQuestionProps) {
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

function Reasons({ reasons }: { reasons: { reason: string; count: number }[] }) {
  return (
    <ul className="letter-reasons mt-2">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          <span>{reason}</span> <strong>{spell(count)}</strong>
        </li>
      ))}
    </ul>
  )
}
