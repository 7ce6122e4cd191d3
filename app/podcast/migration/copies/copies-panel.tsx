import { Link } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { ProgressBar } from "#app/kit/ui/progress-bar.tsx"
import { useRefresh } from "#app/kit/ui/use-refresh.ts"
import {
  describeCurrent,
  describeElsewhere,
  describeFailed,
  describeLater,
  describeProgress,
  PARTS,
  stopping,
  takingBack,
} from "./copies.copy.ts"
import type { copyIntents } from "./copies.schema.ts"
import type { CopyFailure, CopyProgress } from "./copy-progress.server.ts"

type Fields = Asking<typeof copyIntents>

const fields = (intent: Fields["intent"]) => ({ intent })

/** The second step: the files of another host come here, in the background. */
export function CopiesPanel({ progress }: { progress: CopyProgress }) {
  const { isOn, isBegun, left, done, failed, later, reason, elsewhere, current } = progress
  const isRunning = isOn && left > 0
  useRefresh(isRunning ? 3_000 : null)
  const isAnyElsewhere = elsewhere.sounds + elsewhere.pictures > 0
  return (
    <Panel id="copie" title="2. Copier les sons et les images">
      <p className="max-w-[75ch]">
        Le site télécharge les fichiers de l’ancien hébergeur un par un, les vérifie, puis fait mener chaque
        épisode à sa copie. Rien d’autre ne change&nbsp;: ni les dates, ni les identifiants par lesquels les
        applications reconnaissent les épisodes.
      </p>
      <p className="mt-3 font-semibold">{describeElsewhere(elsewhere)}</p>
      {/* Once it begins and once it ends: each file would be too much to listen to. */}
      <p role="status" className="sr-only">
        {isRunning && "Copie en cours"}
        {isOn && left === 0 && "Copie terminée"}
      </p>
      {isBegun && done + left > 0 && (
        <label className="mt-3 grid gap-2 tabular-nums">
          {describeProgress(progress)}
          <ProgressBar value={done} max={done + left} />
        </label>
      )}
      {current.length > 0 && (
        <ul className="mt-3 text-sm text-paper-ink tabular-nums">
          {current.map((copy) => (
            <li key={copy.id} className="break-words">
              {describeCurrent(copy)}
            </li>
          ))}
        </ul>
      )}
      {isRunning && later > 0 && <p className="mt-2 text-sm text-paper-ink">{describeLater(later)}</p>}
      {reason && (
        <p role="alert" className="office-alert mt-3 font-semibold text-blood-dark">
          {reason}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {!isOn && (isAnyElsewhere || left > 0) && (
          <ActionButton
            label={isBegun ? "Reprendre la copie" : "Copier les fichiers ici"}
            icon="circle-play"
            fields={fields("start-copies")}
          />
        )}
        {isOn && <ActionButton label="Mettre en pause" icon="circle-pause" fields={fields("pause-copies")} />}
        {isBegun && left + failed > 0 && <ConfirmButton label="Abandonner" icon="x" {...stopping} />}
        {done > 0 && !isRunning && <ConfirmButton label="Revenir aux anciennes adresses" {...takingBack} />}
      </div>
      {isRunning && (
        <p className="mt-3 text-sm text-paper-ink">
          Vous pouvez quitter cette page&nbsp;: la copie continue, même si le site redémarre.{" "}
          <Link to="." className="underline" preventScrollReset>
            Actualiser
          </Link>
        </p>
      )}
      {isOn && left === 0 && (
        <p className="mt-3 text-sm text-paper-ink">
          Les fichiers des épisodes qui arriveront par le flux seront copiés aussi, tant que la copie n’est
          pas en pause.
        </p>
      )}
      {failed > 0 && <FailedCopies failed={failed} failures={progress.failures} />}
    </Panel>
  )
}

/** What could not be copied, why, and what can be done. */
function FailedCopies({ failed, failures }: { failed: number; failures: CopyFailure[] }) {
  const further = failed - failures.length
  return (
    <section className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg font-extrabold">{describeFailed(failed)}</h3>
        {failures.some(({ isDoubtful }) => !isDoubtful) && (
          <ActionButton
            label="Tout réessayer"
            icon="refresh-cw"
            fields={{ intent: "retry-copies" } satisfies Fields}
          />
        )}
      </div>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {failures.map((failure) => (
          <FailedCopy key={failure.id} {...failure} />
        ))}
      </ul>
      {further > 0 && (
        <p className="mt-2 text-sm text-paper-ink">… et {further.toLocaleString("fr-FR")} de plus.</p>
      )}
    </section>
  )
}

function FailedCopy({ id, episodeId, title, part, source, failure, isDoubtful }: CopyFailure) {
  const about = `${title}, ${PARTS[part]}`
  const intent = isDoubtful ? "accept-copy" : "retry-copy"
  return (
    <li className="grid gap-2 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-x-6">
      <div className="min-w-0">
        {episodeId === null ? (
          <p className="font-semibold wrap-anywhere">{about}</p>
        ) : (
          <Link
            to={`/admin/episodes/${episodeId}`}
            className="inline-flex min-h-11 items-center font-semibold break-words underline"
          >
            {about}
          </Link>
        )}
        <p className="break-words">{failure}</p>
        <a
          href={source}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm underline"
        >
          Ouvrir chez l’ancien hébergeur<span className="sr-only">{`\u00a0: ${about}`}</span>
        </a>
      </div>
      <ActionButton
        label={isDoubtful ? "Prendre quand même" : "Réessayer"}
        subject={about}
        fields={{ intent, id: String(id) } satisfies Fields}
      />
    </li>
  )
}
