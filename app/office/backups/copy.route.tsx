import { data, Link } from "react-router"
import type { z } from "zod"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { groupAddress, GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { BIN } from "#app/content/bin/bin-address.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { useFreshState } from "#app/kit/form/use-fresh-state.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { orElse, respondToastFailure } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ListSearch } from "#app/kit/ui/list-search.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { BACKUPS, CONTENTS } from "../sidebar-entries.ts"
import type { Route } from "./+types/copy.route"
import { listBackups, placeOf } from "./backups.server.ts"
import { COPY, copyIntents } from "./copy.schema.ts"
import {
  bringable,
  bringBack,
  compareVersions,
  listLacking,
  lookIntoCopy,
  readCopy,
} from "./look-into-copy.server.ts"
import { SettingsPanel, SettingsQuestion } from "./settings-of-copy.tsx"
import { bringSettings, compareSettings, findGroup } from "./settings-of-copy.server.ts"

type Fields = Asking<typeof copyIntents>

export { responseHeaders as headers }

export async function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get(COPY)
  const name = asked ?? (await listBackups())[0]?.name
  if (name === undefined) return { state: "none" as const }
  const found = await lookIntoCopy(name)
  if (!found) throw data({ title: NOT_FOUND }, { status: 404 })
  const copy = { name, place: placeOf(name) }
  if (found === "reading") return { state: "reading" as const, ...copy }
  if ("fault" in found) return { state: "fault" as const, ...copy, fault: found.fault }
  const { contents } = found
  const version = await compareVersions(contents)
  const differences = await compareSettings(contents, version === "older")
  const search = url.searchParams.get("q")?.trim().toLocaleLowerCase("fr") ?? ""
  const lacking = await listLacking(contents)
  const matching = lacking.filter(({ title }) => title.toLocaleLowerCase("fr").includes(search))
  const nouns = new Map(bringable().map(({ kind, words }) => [kind, words.singular]))
  return {
    state: "read" as const,
    ...copy,
    at: formatLongTime(new Date(contents.createdAt)),
    facts: [{ label: "Version du site", value: VERSIONS[version] }, ...countAll(contents.counts)],
    differences,
    asked: await findAsked(
      url,
      {
        "bring-settings": (of) =>
          differences.find(({ group, isApart }) => group === of.get("id") && !isApart),
      },
      NOT_FOUND,
    ),
    search,
    lacking: lacking.length,
    more: Math.max(0, matching.length - SHOWN),
    rows: matching.slice(0, SHOWN).map((row) => ({ ...row, noun: nouns.get(row.kind) ?? row.kind })),
  }
}

const SHOWN = 100

const VERSIONS = {
  same: "celle d’aujourd’hui",
  older: "plus ancienne que celle d’aujourd’hui",
  newer: "plus récente que celle d’aujourd’hui\u00a0: mettez le site à jour",
}

/** What people look for in a copy, by the table that holds it. */
const COUNTED: Record<string, string> = {
  episodes: "Épisodes",
  news: "Actualités",
  blog_posts: "Articles",
  custom_pages: "Pages",
  guests: "Invités",
  comments: "Commentaires",
  newsletter_subscribers: "Abonnés",
  contact_messages: "Messages",
  media: "Médias",
  users: "Comptes",
}

const countAll = (counts: Record<string, number>) =>
  Object.entries(COUNTED).flatMap(([table, label]) => {
    const count = counts[table]
    return count === undefined ? [] : [{ label, value: count.toLocaleString("fr-FR") }]
  })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, copyIntents)
  await requireReauthentication(context, form)
  if (!asked.ok) return respondToastFailure(NOT_FOUND, 404)
  if (asked.intent === "bring-settings") return runSettings(asked.value)
  const { kind, id, [COPY]: copy } = asked.value
  return orElse(
    async () => {
      const brought = await bringBack(copy, kind, id)
      if (!brought) return respondToastFailure(NOT_FOUND, 404)
      if (brought.outcome !== "restored") return respondToastFailure(refusalOf(brought), 409)
      return redirectWithToast(addressOf(copy), {
        kind: "success",
        title: `«\u00a0${brought.title}\u00a0» est de retour`,
        description: brought.hasComments ? undefined : WITHOUT_COMMENTS,
        link: { to: brought.address, label: "Ouvrir" },
      })
    },
    () => respondToastFailure("Impossible de le ramener", 500),
  )
}

type AskedSettings = z.output<(typeof copyIntents)["bring-settings"]>

function runSettings({ id, value, [COPY]: copy }: AskedSettings) {
  return orElse(
    async () => {
      const group = findGroup(id)
      const found = group && (await readCopy(copy))
      if (!found) return respondToastFailure(NOT_FOUND, 404)
      if ("fault" in found) return respondToastFailure(found.fault, 409)
      const { contents } = found
      const isOlder = (await compareVersions(contents)) === "older"
      const outcome = await bringSettings({ name: copy, contents, isOlder }, group, value)
      if (outcome !== "brought") return respondToastFailure(SETTINGS_STAY[outcome], 409)
      return redirectWithToast(addressOf(copy), {
        kind: "success",
        title: `Réglages ramenés\u00a0: ${GROUPS[group].title}`,
        description: "Le journal garde trace de ce qu’ils disaient.",
        link: { to: groupAddress(group), label: "Ouvrir" },
      })
    },
    () => respondToastFailure("Impossible de ramener ces réglages", 500),
  )
}

const SETTINGS_STAY = {
  changed:
    "Quelqu’un a enregistré ces réglages entre-temps\u00a0: regardez ce qui diffère maintenant, puis recommencez.",
  same: "Ces réglages sont déjà comme dans la copie, ou se changent sur leur page.",
}

type Refusal = Exclude<Awaited<ReturnType<typeof bringBack>>, { outcome: "restored" } | undefined>

function refusalOf(refusal: Refusal) {
  switch (refusal.outcome) {
    case "there":
      return `«\u00a0${refusal.title}\u00a0» est sur le site\u00a0: rien n’a été remplacé. Ses versions d’avant sont sur sa page.`
    case "taken":
      return `«\u00a0${refusal.title}\u00a0» ne peut pas revenir\u00a0: son adresse est prise. Changez-la là où elle sert, puis recommencez.`
    case "binned":
      return "Il est dans la corbeille\u00a0: restaurez-le de là."
    case "orphan":
      return "Il ne peut pas revenir\u00a0: ce à quoi il appartenait n’existe plus."
    case "fault":
      return refusal.fault
    case "missing":
      return "La copie ne le contient pas."
  }
}

const NOT_FOUND = "Sauvegarde non trouvée"
const WITHOUT_COMMENTS =
  "Sans ses commentaires\u00a0: depuis cette copie, les données d’une personne ont été effacées, et ils pourraient être d’elle."

const addressOf = (copy: string) => `${CONTENTS}?${new URLSearchParams({ [COPY]: copy })}`

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Contenu d’une sauvegarde")
}

export default function Copy({ loaderData }: Route.ComponentProps) {
  useFreshState(loaderData.state === "reading")
  return (
    <ManagerPage title="Contenu d’une sauvegarde" action={{ to: BACKUPS, label: "Sauvegardes" }}>
      {loaderData.state === "none" && (
        <p className="py-8 text-center">Il n’y a pas encore de copie du site.</p>
      )}
      {loaderData.state === "reading" && (
        <p role="status" className="py-8 text-center">
          La copie est en cours de lecture. Cette page se complète d’elle-même{"\u202f"}; sans scripts,{" "}
          <Link to={addressOf(loaderData.name)} className="underline">
            actualisez-la
          </Link>
          .
        </p>
      )}
      {loaderData.state === "fault" && (
        <div role="alert" className="office-alert">
          <p className="font-semibold break-words text-blood-dark">{loaderData.fault}</p>
        </div>
      )}
      {loaderData.state === "read" && loaderData.asked && (
        <SettingsQuestion copy={loaderData.name} difference={loaderData.asked} />
      )}
      {loaderData.state === "read" && <Contents {...loaderData} />}
      {"place" in loaderData && loaderData.state !== "fault" && <Whole place={loaderData.place} />}
    </ManagerPage>
  )
}

type Read = Extract<Route.ComponentProps["loaderData"], { state: "read" }>

function Contents({ name, at, facts, search, lacking, rows, more, differences }: Read) {
  return (
    <>
      <Panel title={`Copie du ${at}`}>
        <dl className="health-facts mt-0! max-w-md">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="Ce que le site n’a plus">
        <p className="max-w-[75ch]">
          Chaque contenu revient tel qu’il était, en ligne s’il l’était, avec ce qui en dépendait. Ce qui est
          sur le site n’est jamais remplacé{"\u00a0"}: ses versions d’avant sont sur sa page. Les médias et
          les lettres supprimés depuis ne reviennent pas.
        </p>
        {lacking > SHOWN && (
          <div className="mt-4">
            <ListSearch label="Rechercher un titre" filters={{ [COPY]: name }} />
          </div>
        )}
        {rows.length === 0 && (
          <p className="mt-4">
            {search ? "Aucun titre ne correspond." : "Rien\u00a0: ces contenus sont tous sur le site."}
          </p>
        )}
        {rows.length > 0 && (
          <ul className="list-rows mt-4">
            {rows.map((row) => (
              <LackingRow key={`${row.kind} ${row.id}`} row={row} copy={name} />
            ))}
          </ul>
        )}
        {more > 0 && (
          <p className="mt-3 text-sm">
            Et {more.toLocaleString("fr-FR")} de plus{"\u00a0"}: cherchez-en le titre.
          </p>
        )}
      </Panel>
      <SettingsPanel copy={name} differences={differences} />
    </>
  )
}

function LackingRow({ row, copy }: { row: Read["rows"][number]; copy: string }) {
  const { kind, id, title, noun, isBinned } = row
  return (
    <li className="list-row">
      <h3 className="list-row-title" title={title}>
        {title}
      </h3>
      <p className="list-row-facts">{noun}</p>
      <div className="list-row-actions pr-2">
        {isBinned ? (
          <Link to={`${BIN}?${new URLSearchParams({ kind })}`} className="underline">
            Dans la corbeille
          </Link>
        ) : (
          <ActionButton
            label="Ramener"
            icon="archive-restore"
            subject={`«\u00a0${title}\u00a0»`}
            fields={{ intent: "bring", kind, id: String(id), [COPY]: copy } satisfies Fields}
          />
        )}
      </div>
    </li>
  )
}

/** Why the whole copy is no button. */
function Whole({ place }: { place: string }) {
  return (
    <Panel title="Toute la copie">
      <p className="max-w-[75ch]">
        La remettre entière remplace tout le site, comptes compris, et ce qui est venu après est perdu
        {"\u00a0"}: aucune session ouverte ne doit le pouvoir. Cela se lance donc sur la machine du site, dans
        le dossier du programme{"\u00a0"}:
      </p>
      <pre className="mt-3 max-w-full border border-rule bg-paper px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
        {`npm run restore -- ${place} --overwrite`}
      </pre>
    </Panel>
  )
}
