import { guard } from "#app/accounts/auth/guard.server.ts"
import { useId } from "react"
import { data, Form, Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { orElse, respondToastFailure } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import type { Route } from "./+types/merge-guest.route"
import { countEpisodes, mergeIntents } from "./guest-form.schema.ts"
import { guestType, listOthers, mergeGuests } from "./type.server.ts"

const CANNOT_MERGE = "Impossible de fusionner ces fiches"

export const middleware: Route.MiddlewareFunction[] = [guard("editing")]

export async function loader({ params }: Route.LoaderArgs) {
  const { words, store } = guestType
  const guest = await store.find(parseId(params.id) ?? 0)
  if (!guest) throw data({ title: words.notFound }, { status: 404 })
  const { id, name, episodeCount } = guest
  return {
    guest: { id, name, episodeCount },
    others: await listOthers(id),
    title: words.title,
    list: words.path,
  }
}

export async function action({ params, request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), mergeIntents)
  return orElse(
    async () => {
      const name = asked.ok && (await mergeGuests(parseId(params.id) ?? 0, asked.value.into))
      if (!name) return respondToastFailure(CANNOT_MERGE, 404)
      return redirectWithToast(guestType.words.path, {
        kind: "success",
        title: `Fiches fusionnées : ${name}`,
      })
    },
    () => respondToastFailure(CANNOT_MERGE, 500),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return adminMeta(matches, loaderData?.title ?? "Fusionner")
}

/** Asks with whom a person is one and the same. */
export default function MergeGuest({ loaderData: { guest, others, title, list } }: Route.ComponentProps) {
  const titleId = useId()
  const selectId = useId()
  return (
    <ManagerPage title={title}>
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
        <Form method="post" className="mt-4">
          {others.length > 0 && (
            <>
              <HiddenFields fields={{ intent: "merge" }} />
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
            <Link to={list} className="office-button">
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
    </ManagerPage>
  )
}
