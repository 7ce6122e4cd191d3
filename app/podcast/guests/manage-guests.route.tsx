import { useId } from "react"
import { data, Form, Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { doToChosen, each, isAboutSeveral, questionAbout } from "#app/content/lists/deeds.server.ts"
import { listAddress, type ListView, parseListView } from "#app/content/lists/list-view.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { EditRowLink, ListedRow } from "#app/content/manager-row.tsx"
import { loadList, respondWithList, saveItem } from "#app/content/manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { ASKED, type Question } from "#app/kit/http/questions.ts"
import { orElse, respondToastFailure, respondToClick } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import type { Route } from "./+types/manage-guests.route"
import { guestIntents } from "./guest-form.schema.ts"
import { GuestForm } from "./guest-form.tsx"
import { GUESTS } from "./guest-list.ts"
import * as guests from "./manage-guests.server.ts"

const CANNOT_MERGE = "Impossible de fusionner ces fiches"

type Asked = { deletion: Question } | { merging: Merging }

export async function loader({ url }: Route.LoaderArgs) {
  const find = (id: string | null) => guests.findGuest(parseId(id ?? "") ?? 0)
  const editId = url.searchParams.get("edit")
  const [page, edited, asked] = await Promise.all([
    loadList(url, {
      filterNames: GUESTS,
      list: guests.listGuests,
      count: (search, filters, most) => guests.guestRows.count({ search, filters }, most),
      rows: guests.guestRows,
      cannotLoad: GUESTS.cannotLoad,
    }),
    editId === null ? null : find(editId),
    findAsked<Asked>(
      url,
      {
        delete: async (parameters) => {
          if (!parameters.has("id")) {
            const deletion = await questionAbout(url, GUESTS, guests.guestRows, "delete")
            return deletion && { deletion }
          }
          const guest = await find(parameters.get("id"))
          return guest && { deletion: deletionOf(guest) }
        },
        merge: async (parameters) => {
          const guest = await find(parameters.get("id"))
          return guest && { merging: { guest, others: await guests.listOthers(guest.id) } }
        },
      },
      GUESTS.notFound,
    ),
  ])
  if (edited === undefined) throw data({ title: GUESTS.notFound }, { status: 404 })
  return respondWithList({ ...page, edited, asked })
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  if (isAboutSeveral(form, GUESTS))
    return doToChosen(form, url, GUESTS, guests.guestRows, { delete: each(guests.deleteGuest) })
  const asked = parseIntent(form, guestIntents)
  const list = listAddress(GUESTS.path, parseListView(url.searchParams, GUESTS))
  switch (asked.intent) {
    case "save":
      return saveItem(
        form.values,
        asked,
        GUESTS,
        {
          create: guests.createGuest,
          update: guests.updateGuest,
          addressOf: (_id, { slug }) => `/guests/${slug}`,
        },
        list,
      )
    case "merge":
      return orElse(
        async () => {
          const name = asked.ok && (await guests.mergeGuests(asked.value.id, asked.value.into))
          if (!name) return respondToastFailure(CANNOT_MERGE, 404)
          return redirectWithToast(list, { kind: "success", title: `Fiches fusionnées : ${name}` })
        },
        () => respondToastFailure(CANNOT_MERGE, 500),
      )
    case "delete": {
      const id = asked.ok ? asked.value.id : 0
      const isInForm = url.searchParams.get("edit") === String(id)
      const remove = async () => (await guests.deleteGuest(id)) && GUESTS.deleted
      return respondToClick(remove, GUESTS.cannotDelete, isInForm ? list : undefined)
    }
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GUESTS.title)
}

export default function ManageGuests({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, edited, asked, ...list } = loaderData
  const { view } = list
  if (asked && "merging" in asked) {
    return (
      <ManagerPage title={GUESTS.title}>
        <MergeGuest {...asked.merging} back={listAddress(GUESTS.path, view)} />
      </ManagerPage>
    )
  }
  return (
    <ManagerPage
      title={GUESTS.title}
      action={{ to: "/admin/episodes", label: "Épisodes" }}
      question={asked?.deletion}
      form={<GuestForm edited={edited} response={actionData ?? undefined} path={GUESTS.path} view={view} />}
    >
      <ManagerList
        {...list}
        title={GUESTS.listTitle}
        path={GUESTS.path}
        type={GUESTS}
        nouns={GUESTS.nouns}
        searchLabel={GUESTS.searchLabel}
        emptyText={GUESTS.emptyText}
      >
        <SelectableList {...list} type={GUESTS} rows={rows.map(({ id, name }) => ({ id, title: name }))}>
          <ul className="manager-rows">
            {rows.map((guest) => (
              <GuestRow
                key={guest.id}
                guest={guest}
                isEdited={guest.id === edited?.id}
                path={GUESTS.path}
                view={view}
              />
            ))}
          </ul>
        </SelectableList>
      </ManagerList>
    </ManagerPage>
  )
}

type Other = { id: number; name: string; slug: string }

type Merging = { guest: Other & { episodeCount: number }; others: Other[] }

/** Asks with whom a person is one and the same. */
function MergeGuest({ guest, others, back }: Merging & { back: string }) {
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

type Guest = { id: number; name: string; slug: string; role: string; episodeCount: number }

type Props = { guest: Guest; isEdited: boolean; path: string; view: ListView }

/** One person of the list, and what can be done with them. */
function GuestRow({ guest, isEdited, path, view }: Props) {
  const { id, name, slug, role } = guest
  return (
    <ListedRow
      kind="guest"
      id={id}
      title={name}
      address={`/guests/${slug}`}
      details={[role, countEpisodes(guest)]}
      isEdited={isEdited}
    >
      <EditRowLink id={id} title={name} path={path} view={view} />
      <Link to={`${path}?${ASKED}=merge&id=${id}`} className="office-button">
        Fusionner
        <span className="sr-only"> : {name}</span>
      </Link>
      <ConfirmButton label="Supprimer" icon="trash" subject={name} {...deletionOf(guest)} />
    </ListedRow>
  )
}

/** What is asked before a person is deleted. */
function deletionOf(guest: Pick<Guest, "id" | "name" | "episodeCount">): Question {
  const kept = guest.episodeCount > 0 ? ` ${countEpisodes(guest)} garde${plural(guest)} son nom.` : ""
  return {
    question: "Êtes-vous sûr de vouloir supprimer cet invité ?",
    detail: `La fiche de « ${guest.name} » sera supprimée.${kept} Cette action est définitive.`,
    fields: { intent: "delete", id: String(guest.id) },
  }
}

/** « 1 épisode », « 3 épisodes ». */
function countEpisodes({ episodeCount }: Pick<Guest, "episodeCount">) {
  return `${episodeCount} ${episodeCount > 1 ? "épisodes" : "épisode"}`
}

function plural({ episodeCount }: Pick<Guest, "episodeCount">) {
  return episodeCount > 1 ? "nt" : ""
}
