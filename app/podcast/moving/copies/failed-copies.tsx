import { Link } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { describeFailed, PARTS } from "./copies.copy.ts"
import type { copyIntents } from "./copies.schema.ts"
import type { CopyFailure } from "./copy-progress.server.ts"

type Fields = Asking<typeof copyIntents>

/** What could not be copied, why, and what can be done. */
export function FailedCopies({ failed, failures }: { failed: number; failures: CopyFailure[] }) {
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
        <Link
          to={`/admin/episodes?edit=${episodeId}`}
          className="inline-flex min-h-11 items-center font-semibold break-words underline"
        >
          {about}
        </Link>
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
