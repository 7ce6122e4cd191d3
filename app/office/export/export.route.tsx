import { Form, Link } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ListRow } from "#app/content/lists/list-row.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { SelectField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import {
  type FormResponse,
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { formatAgo, formatLongTime } from "#app/kit/lib/dates.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { ProgressBar } from "#app/kit/ui/progress-bar.tsx"
import { useRefresh } from "#app/kit/ui/use-refresh.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import { FeedAddress } from "#app/podcast/feed-out/listen/feed-address-field.tsx"
import { findFeedAddress } from "#app/podcast/feed-out/listen/find-feed-address.server.ts"
import { BACKUPS, EXPORT } from "../sidebar-entries.ts"
import type { Route } from "./+types/export.route"
import {
  type AskedExport,
  type MadeExport,
  readAskedExport,
  readExportFailure,
  readMadeExport,
} from "./asked-export.server.ts"
import { exportIntents } from "./export.schema.ts"
import { EXPORT_FORMATS, FORMAT_NAMES } from "./formats.ts"
import { deleteArchive, listArchives } from "./kept-archives.server.ts"
import { giveUpExport, measureParts, prepareExport } from "./prepare-export.server.ts"

type Fields = Asking<typeof exportIntents>

export { responseHeaders as headers }

export async function loader({ context, url }: Route.LoaderArgs) {
  const now = new Date()
  const [asked, made, failure, { value: archives, failed }, feedUrl] = await Promise.all([
    readAskedExport(),
    readMadeExport(),
    readExportFailure(),
    loadOr(listArchives(), []),
    findFeedAddress(context.get(publicUrlContext)),
  ])
  const rows = archives.map((archive) => toRow(archive, made))
  const askDeleting = (parameters: URLSearchParams) => {
    const row = rows.find(({ id }) => id === parameters.get("id"))
    return row && deletionOf(row)
  }
  const measured = asked ? undefined : await loadOr(measureParts(), undefined)
  return {
    rows,
    hasFailed: failed || measured?.failed === true,
    // Of several machines each has its own folder.
    isElsewhere: !failed && made !== undefined && !archives.some(({ name }) => name === made.name),
    question: await findAsked(url, { delete: askDeleting }, NOT_FOUND),
    running: asked && tellRunning(asked, now),
    failure: failure && { text: failure.text, at: formatLongTime(new Date(failure.at)) },
    parts: measured?.value && tellParts(measured.value),
    feedUrl,
  }
}

/** What each choice comes to. */
function tellParts({ counts, bytes, personalBytes, media, free }: Awaited<ReturnType<typeof measureParts>>) {
  const { subscribers = 0, supporters = 0, messages = 0 } = counts
  return {
    contents: `${tellContents(counts)}\u00a0: environ ${formatBytes(bytes)}`,
    media: `Les médias, tels que vous les avez envoyés\u00a0: ${media.count > 0 ? `${count(media.count, "fichier", "fichiers")}, ${formatBytes(media.bytes)}` : "il n’y en a pas"}`,
    personal: `Les données personnelles\u00a0: ${count(subscribers, "abonné", "abonnés")}${supporters > 0 ? `, ${count(supporters, "soutien", "soutiens")}` : ""}, ${count(messages, "message", "messages")}, environ ${formatBytes(personalBytes)}`,
    free: formatBytes(free),
  }
}

function tellContents(counts: Record<string, number>) {
  const said = CONTENTS.flatMap(([kind, one, many]) => {
    const found = counts[kind] ?? 0
    return found > 0 ? [count(found, one, many)] : []
  })
  return said.length > 0 ? said.join(", ") : "aucun contenu"
}

const CONTENTS = [
  ["episodes", "épisode", "épisodes"],
  ["blog", "article", "articles"],
  ["news", "actualité", "actualités"],
  ["pages", "page", "pages"],
  ["comments", "commentaire", "commentaires"],
] as const

const STEPS = { contents: "Contenus", media: "Médias" }

function tellRunning({ at, starts, progress, ...choices }: AskedExport, now: Date) {
  return {
    since: formatAgo(new Date(at), now),
    choices: tellChoices(choices),
    isWaiting: starts === 0,
    progress: progress && {
      label: STEPS[progress.step],
      said:
        progress.step === "media"
          ? `${formatBytes(progress.done)} sur ${formatBytes(progress.total)}`
          : `${Math.floor((100 * progress.done) / Math.max(1, progress.total))}\u00a0%`,
      done: Math.min(progress.done, progress.total),
      total: Math.max(1, progress.total),
    },
  }
}

type Choices = Pick<AskedExport, "format" | "hasMedia" | "hasPersonalData">

function tellChoices({ format: asked, hasMedia, hasPersonalData }: Choices) {
  const { label, hasFiles } = EXPORT_FORMATS[asked]
  const what = asked === "archive" ? "" : `pour ${label}, `
  if (!hasFiles)
    return what + (hasPersonalData ? "avec les données personnelles" : "sans données personnelles")
  return what + tellParticulars(hasMedia, hasPersonalData)
}

function tellParticulars(hasMedia: boolean, hasPersonalData: boolean) {
  if (hasMedia)
    return hasPersonalData
      ? "avec les médias et les données personnelles"
      : "avec les médias, sans données personnelles"
  return hasPersonalData
    ? "sans les médias, avec les données personnelles"
    : "sans médias ni données personnelles"
}

type Archive = Awaited<ReturnType<typeof listArchives>>[number]

function toRow({ name, at, bytes, until }: Archive, made: MadeExport | undefined) {
  const known = made?.name === name ? made : undefined
  return {
    id: name,
    title: formatLongTime(at),
    facts: [formatBytes(bytes), ...(known ? [tellChoices(known), tellContents(known.counts)] : [])],
    until: formatLongTime(until),
    missing: known && known.missing.count > 0 ? known.missing : undefined,
  }
}

const format = (number: number) => number.toLocaleString("fr-FR")
const count = (number: number, one: string, many: string) =>
  `${format(number)}\u00a0${number > 1 ? many : one}`

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, exportIntents)
  if (asked.intent === "make") {
    await requireReauthentication(context, form)
    if (!asked.ok) return respondInvalid(asked)
    const { value } = asked
    return orElse(
      async () => {
        const outcome = await prepareExport(value)
        if (typeof outcome === "object") return respondFailure(form.values, outcome.refused, 409)
        const title = outcome === "begun" ? "La préparation commence" : "Une archive est déjà en préparation"
        return redirectWithToast(EXPORT, { kind: "success", title })
      },
      () => respondFailure(form.values, "Impossible de préparer l’archive. Réessayez dans un instant."),
    )
  }
  if (!asked.ok) return respondToastFailure(NOT_FOUND, 404)
  if (asked.intent === "cancel")
    return respondToClick(
      async () => ((await giveUpExport()) ? "Préparation annulée" : undefined),
      "Aucune archive n’est en préparation",
    )
  const { id } = asked.value
  return respondToClick(
    async () => ((await deleteArchive(id)) ? "Archive supprimée" : undefined),
    "Impossible de supprimer l’archive",
  )
}

const NOT_FOUND = "Archive non trouvée"

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["make"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Exporter")
}

export default function Export({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, hasFailed, question, running, failure, parts } = loaderData
  useRefresh(running ? 2_000 : null)
  return (
    <ManagerPage title="Exporter" question={question}>
      <Explanation />
      {hasFailed && <FailureNotice what="Impossible de lire ce qu’il y a à exporter" />}
      {running && <Running {...running} />}
      {failure && !running && (
        <div role="alert" className="office-alert">
          <p className="font-semibold break-words text-blood-dark">{failure.text}</p>
          <p className="mt-1 text-sm">
            Dernier essai{"\u00a0"}: {failure.at}.
          </p>
        </div>
      )}
      {rows.length > 0 && (
        <Panel isPlain title="Archive prête">
          <ul className="list-rows">
            {rows.map((row) => (
              <ArchiveRow key={row.id} row={row} />
            ))}
          </ul>
          {rows.map(({ id, missing }) => missing && <Missing key={id} {...missing} />)}
          <p className="mt-3 text-sm text-paper-ink">
            Gardez-la ailleurs{"\u00a0"}: le site la supprime le {rows[0]?.until}.
          </p>
        </Panel>
      )}
      {parts && <PrepareForm parts={parts} hasArchive={rows.length > 0} response={actionData ?? undefined} />}
      {loaderData.isElsewhere && (
        <p className="max-w-[75ch] text-sm text-paper-ink">
          La dernière archive n’est pas ici{"\u00a0"}: elle se trouve sur une autre machine du site, ou a été
          supprimée à la main.
        </p>
      )}
      <OtherWays feedUrl={loaderData.feedUrl} />
    </ManagerPage>
  )
}

type Data = Route.ComponentProps["loaderData"]

function Explanation() {
  return (
    <div className="grid max-w-[75ch] gap-2">
      <p>
        Tout le site dans une archive, pour partir quand vous voulez ou garder une trace{"\u00a0"}: épisodes,
        transcriptions, articles, actualités, pages, invités, commentaires, flux et réglages, brouillons
        compris. Elle se lit sans ce site{"\u00a0"}: dans le dossier décompressé, <code>index.html</code>{" "}
        s’ouvre dans tout navigateur, même sans connexion, et d’autres programmes y lisent les mêmes contenus.
      </p>
      <p>
        Elle ne contient ni comptes ni mots de passe{"\u202f"}; un site vide reprend tout le reste par{" "}
        <Link to="/admin/import" className="underline">
          Importer
        </Link>
        . Pour remettre ce site-ci comme il était, il y a les{" "}
        <Link to={BACKUPS} className="underline">
          sauvegardes
        </Link>
        .
      </p>
    </div>
  )
}

function Running({ since, choices, isWaiting, progress }: NonNullable<Data["running"]>) {
  return (
    <Panel
      title="Archive en préparation"
      aside={<ActionButton label="Annuler" fields={{ intent: "cancel" } satisfies Fields} />}
    >
      <p role="status" className="font-semibold">
        {isWaiting && "En attente de son tour"}
        {!isWaiting && (progress ? `${progress.label}\u00a0: ${progress.said}` : "L’archive commence")}
      </p>
      <div className="mt-3">
        <ProgressBar label="Avancement de l’archive" value={progress?.done} max={progress?.total} />
      </div>
      <p className="mt-3 text-sm text-paper-ink">
        Demandée {since}, {choices}. Vous pouvez quitter cette page{"\u00a0"}: la préparation continue, même
        si le site redémarre.{" "}
        <Link to="." className="underline" preventScrollReset>
          Actualiser
        </Link>
      </p>
    </Panel>
  )
}

type PrepareFormProps = {
  parts: NonNullable<Data["parts"]>
  hasArchive: boolean
  response: FormResponse | undefined
}

function PrepareForm({ parts, hasArchive, response }: PrepareFormProps) {
  const { field, tick } = fieldsOf<typeof exportIntents.make>(response, {
    ...{ format: "archive", hasMedia: true, hasPersonalData: false },
  })
  return (
    <Panel title="Préparer une archive">
      <Form method="post" preventScrollReset className="grid max-w-[75ch] gap-3">
        {response?.message && (
          <div role="alert" className="office-alert">
            <p className="font-semibold break-words text-blood-dark">{response.message.description}</p>
          </div>
        )}
        <SelectField
          label="Pour"
          {...field("format")}
          options={FORMATS}
          hint="WordPress et Ghost prennent les textes et les épisodes dans leur format : lettres et chiffres d’audience n’y ont pas de place. WordPress demande images et sons à ce site, qui doit rester en ligne jusque-là."
        />
        <p>
          <strong>Toujours dedans</strong>
          {"\u00a0"}: {parts.contents}.
        </p>
        <CheckboxField label={parts.media} {...tick("hasMedia")} />
        <CheckboxField
          label={parts.personal}
          hint="Avec qui a commenté et qui est bloqué. Une telle archive se garde comme un mot de passe."
          {...tick("hasPersonalData")}
        />
        <p className="text-sm text-paper-ink">
          Le disque du site a {parts.free} de libre.
          {hasArchive && " La nouvelle archive prendra la place de celle qui est prête, une fois entière."}
        </p>
        <div>
          <button type="submit" name="intent" value="make" className="office-button office-button-main">
            Préparer l’archive
          </button>
        </div>
      </Form>
    </Panel>
  )
}

const FORMATS = FORMAT_NAMES.map((value) => ({
  value,
  label: value === "archive" ? "Tout garder, dans une archive ouverte" : EXPORT_FORMATS[value].label,
}))

function ArchiveRow({ row }: { row: Data["rows"][number] }) {
  const { id, title, facts, missing } = row
  const subject = `archive du ${title}`
  return (
    <ListRow
      subject={subject}
      title={title}
      facts={
        <>
          {missing && <strong>{count(missing.count, "média manque", "médias manquent")} · </strong>}
          {facts.join(" · ")}
        </>
      }
      action={
        <a href={`${EXPORT}/${id}`} className="office-button">
          <Icon name="download" />
          Télécharger<span className="sr-only"> : {subject}</span>
        </a>
      }
      more={
        <ConfirmButton
          label="Supprimer"
          icon="trash"
          subject={subject}
          className="item-link"
          {...deletionOf(row)}
        />
      }
    />
  )
}

function Missing({ count: all, titles }: NonNullable<Data["rows"][number]["missing"]>) {
  const more = all - titles.length
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
        {all > 1 ? "Médias absents ou abîmés" : "Média absent ou abîmé"}
      </summary>
      <ul className="list-disc pl-6">
        {titles.map((title, place) => (
          <li key={place} className="py-1 break-words">
            {title}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-1">
          Et {format(more)} de plus, nommés dans <code>missing.json</code>.
        </p>
      )}
    </details>
  )
}

/** What can be taken along without an archive. */
function OtherWays({ feedUrl }: Pick<Data, "feedUrl">) {
  return (
    <Panel title="N’emporter qu’une partie">
      <p className="max-w-[75ch]">
        Un autre hébergeur de podcasts reprend vos épisodes par l’adresse du flux{"\u00a0"};{" "}
        <Link to="/admin/moving/out" className="underline">
          vos auditeurs suivent
        </Link>
        .
      </p>
      {feedUrl && <FeedAddress address={feedUrl} isOffice />}
      <p className="mt-5">En tableaux (CSV){"\u00a0"}:</p>
      <ul className="flex flex-wrap gap-x-6">
        {TABLES.map(({ to, label }) => (
          <li key={to}>
            <a href={to} className="inline-flex min-h-11 items-center underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const TABLES = [
  { to: "/admin/newsletter.csv", label: "Abonnés de la newsletter" },
  { to: "/admin/supporters.csv", label: "Soutiens" },
  { to: "/admin/comments.csv", label: "Commentaires" },
  { to: "/admin/messages.csv", label: "Messages" },
  { to: "/admin/redirects.csv", label: "Redirections" },
  { to: "/admin/audience/downloads.csv", label: "Téléchargements" },
]

function deletionOf({ id, title }: { id: string; title: string }): Question {
  return {
    question: `Supprimer l’archive du ${title}\u202f?`,
    detail: "Le site peut en préparer une autre à tout moment.",
    fields: { intent: "delete", id } satisfies Fields,
  }
}
