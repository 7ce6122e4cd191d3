import { useId } from "react"
import { Form, Link } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { countEpisodes } from "./guest-row.tsx"

type Other = { id: number; name: string; slug: string }

export type Merging = { guest: Other & { episodeCount: number }; others: Other[] }

/** Asks with whom a person is one and the same. */
export function MergeGuest({ guest, others, back }: Merging & { back: string }) {
  const titleId = useId()
  const selectId = useId()
  return (
    <section aria-labelledby={titleId} className="question">
      <h2 id={titleId} className="text-xl font-bold break-words">
        Fusionner la fiche de {guest.name} avec une autre
      </h2>
      {others.length === 0 ? (
        <p className="mt-3">Il n’y a pas d’autre fiche.</p>
      ) : (
        <p className="mt-3 break-words">
          {guest.episodeCount > 0 && `Sous l’autre nom : ${countEpisodes(guest)}. `}
          L’autre fiche reste, avec ce qui lui manquait. Celle de « {guest.name} » sera supprimée. Cette
          action est définitive.
        </p>
      )}
      <Form method="post" action={back} className="mt-4">
        {others.length > 0 && (
          <>
            <HiddenFields fields={{ intent: "merge", id: String(guest.id) }} />
            <label htmlFor={selectId} className="font-semibold">
              La fiche qui reste
            </label>
            <select id={selectId} name="into" required className="control mt-1">
              <option value="">Choisir une fiche</option>
              {others.map(({ id, name, slug }) => (
                <option key={id} value={id}>
                  {name} ({slug})
                </option>
              ))}
            </select>
          </>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Link to={back} className="office-button">
            Annuler
          </Link>
          {others.length > 0 && (
            <button type="submit" className="office-button office-button-danger">
              Fusionner
            </button>
          )}
        </div>
      </Form>
    </section>
  )
}
