import { Link } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { groupAddress } from "#app/base/settings/groups.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ListRow } from "#app/content/lists/list-row.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { useFreshState } from "#app/kit/form/use-fresh-state.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { respondToastFailure, respondToClick } from "#app/kit/http/responses.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { formatAgo, formatLongTime, formatPlanned } from "#app/kit/lib/dates.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { formatBytes } from "#app/media/file-facts.ts"
import { askForCopy } from "#app/media/backup/asked-copy.server.ts"
import { readSendingFailure, readSent, readVerifiedElsewhere } from "#app/media/backup/elsewhere.server.ts"
import { BACKUPS, CONTENTS } from "../sidebar-entries.ts"
import type { Route } from "./+types/backups.route"
import { backupIntents } from "./backups.schema.ts"
import { COPY } from "./copy.schema.ts"
import {
  archiveOf,
  deleteBackup,
  listBackups,
  nextDaily,
  readBackupState,
  placeOf,
} from "./backups.server.ts"

type Fields = Asking<typeof backupIntents>

export { responseHeaders as headers }

export async function loader({ url }: Route.LoaderArgs) {
  const now = new Date()
  const { databaseUrl, bucket, elsewhere } = getSettings()
  const [{ value: copies, failed }, { asked, written, failure }, away] = await Promise.all([
    loadOr(listBackups(), []),
    readBackupState(),
    elsewhere && tellElsewhere(now),
  ])
  const names = copies.map(({ name }) => name)
  const next = databaseUrl ? undefined : nextDaily(names, now)
  const rows = copies.map((copy) => toRow(copy, !bucket))
  // The newest, but for those of which it is known that they do not.
  const best = rows.find(({ fault }) => fault === undefined) ?? rows[0]
  const askDeleting = (parameters: URLSearchParams) => {
    const row = rows.find(({ id }) => id === parameters.get("id"))
    return row && deletionOf(row, rows.length)
  }
  return {
    rows,
    hasFailed: failed,
    question: await findAsked(url, { make: () => MAKING, delete: askDeleting }, NOT_FOUND),
    running: asked && {
      since: formatAgo(new Date(asked.at), now),
      written: written > 0 && formatBytes(written),
    },
    failure: failure && { text: failure.text, at: formatLongTime(new Date(failure.at)) },
    elsewhere: away,
    isOwnServer: databaseUrl !== undefined,
    hasBucket: bucket !== undefined,
    kept: siteSettings().retention.dailyCopies,
    next: next && (next > now ? `vers le ${formatPlanned(next, now)}` : "dans l’heure"),
    restoring: best && { sent: best.sent, copy: best.id, here: placeOf(best.id) },
  }
}

/** How it stands with the copies at the second place. */
async function tellElsewhere(now: Date) {
  const [sent, failure, verified] = await Promise.all([
    readSent(),
    readSendingFailure(),
    readVerifiedElsewhere(),
  ])
  return {
    verified: verified && formatLongTime(new Date(verified.at)),
    last: sent && `${formatLongTime(new Date(sent.at))} (${formatAgo(new Date(sent.at), now)})`,
    missing:
      sent &&
      sent.missing > 0 &&
      count(sent.missing, "fichier de média y manque", "fichiers de médias y manquent"),
    failure: failure && `${failure.text} Dernier essai\u00a0: ${formatLongTime(new Date(failure.at))}.`,
  }
}

type Copy = Awaited<ReturnType<typeof listBackups>>[number]

/** @param hasMedia the site's copies have the library's files beside them; of one that nothing is known of, it is supposed */
function toRow({ name, at, bytes, rows, files, check, ...copy }: Copy, hasMedia: boolean) {
  const missing = Math.max(copy.missing ?? 0, check?.missing ?? 0)
  const isWhole = files === undefined ? hasMedia && rows === undefined : files > 0
  const base = `base\u00a0: ${formatBytes(bytes)}`
  return {
    id: name,
    title: formatLongTime(at),
    facts: [
      copy.isDaily ? "quotidienne" : "à la demande",
      rows === undefined ? base : `${base}, ${count(rows, "ligne", "lignes")}`,
      ...(files === undefined ? [] : [mediaOf(copy.media ?? files, copy)]),
    ],
    lack:
      hasMedia && rows !== undefined && files === undefined
        ? "les médias n’y sont pas"
        : missing > 0 && count(missing, "fichier de média manque", "fichiers de médias manquent"),
    ...tellCheck(check),
    sent: isWhole ? archiveOf(name) : name,
    bare: isWhole ? name : undefined,
  }
}

/** Whether it restores, as far as that is known. */
function tellCheck(check: Copy["check"]) {
  if (!check) return { checked: "À vérifier", isToVerify: true }
  const { outcome, text } = check
  if (outcome === "working") return { checked: "Vérification en cours", isToVerify: true }
  if (outcome === "verified") return { checked: `Vérifiée le ${formatLongTime(new Date(check.at))}` }
  if (outcome === "postponed") return { checked: `Non vérifiée\u00a0: ${text}.` }
  return {
    fault: `Ne se restaure pas\u00a0: ${text}. Faites-en une autre maintenant, et gardez celles d’avant.`,
  }
}

/** Of an older copy only the bytes are known: a medium has several files. */
function mediaOf(found: number, { media, mediaBytes = 0 }: Pick<Copy, "media" | "mediaBytes">) {
  if (found === 0) return "aucun média"
  const bytes = formatBytes(mediaBytes)
  return media === undefined ? `médias\u00a0: ${bytes}` : `${count(media, "média", "médias")}, ${bytes}`
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("fr-FR")}\u00a0${number > 1 ? many : one}`

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, backupIntents)
  if (asked.intent === "make")
    return respondToClick(async () => {
      const isNew = await askForCopy()
      return isNew ? "La copie commence" : "Une copie est déjà en cours"
    }, "Impossible de lancer la copie")
  await requireReauthentication(context, form)
  if (!asked.ok) return respondToastFailure(NOT_FOUND, 404)
  const { id } = asked.value
  return respondToClick(
    async () => ((await deleteBackup(id)) ? "Sauvegarde supprimée" : undefined),
    "Impossible de supprimer la sauvegarde",
  )
}

const NOT_FOUND = "Sauvegarde non trouvée"

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Sauvegardes")
}

export default function Backups({ loaderData }: Route.ComponentProps) {
  const { rows, hasFailed, question, running, failure, restoring } = loaderData
  useFreshState(running !== undefined || rows[0]?.isToVerify === true)
  return (
    <ManagerPage title="Sauvegardes" question={question}>
      <Explanation {...loaderData} />
      <Panel
        isPlain
        title={rows.length > 0 ? `Copies du site (${rows.length})` : "Copies du site"}
        aside={!running && <ActionButton label="Sauvegarder maintenant" icon="save" fields={MAKING.fields} />}
      >
        <p role="status" className="font-semibold">
          {running && `Une copie est en cours, demandée ${running.since}.`}
        </p>
        {running && (
          <p className="mt-1 mb-5 text-sm text-paper-ink">
            {running.written && `${running.written} écrits. `}
            Vous pouvez quitter cette page{"\u00a0"}: la copie continue, même si le site redémarre.{" "}
            <Link to="." className="underline" preventScrollReset>
              Actualiser
            </Link>
          </p>
        )}
        {failure && !running && (
          <div role="alert" className="office-alert mb-4">
            <p className="font-semibold break-words text-blood-dark">{failure.text}</p>
            <p className="mt-1 text-sm">
              Dernier essai{"\u00a0"}: {failure.at}.
            </p>
          </div>
        )}
        {hasFailed && <FailureNotice what="Impossible de lire les sauvegardes" />}
        {rows.length === 0 && !hasFailed && <p className="py-8 text-center">{emptyText(loaderData)}</p>}
        {rows.length > 0 && (
          <ul className="list-rows">
            {rows.map((row) => (
              <BackupRow key={row.id} row={row} count={rows.length} />
            ))}
          </ul>
        )}
      </Panel>
      {restoring && <Restoring {...restoring} />}
    </ManagerPage>
  )
}

type Data = Route.ComponentProps["loaderData"]

/** What the site does by itself, and what it does not. */
function Explanation({ next, kept, elsewhere, isOwnServer, hasBucket, rows }: Data) {
  return (
    <div className="grid max-w-[75ch] gap-2">
      {isOwnServer ? (
        <p>
          Votre base est sur un serveur PostgreSQL{"\u00a0"}: le site n’en fait pas de copie chaque jour.
          Vérifiez que ce serveur est sauvegardé, ou faites lancer <code>npm run backup</code> chaque jour.
          Une copie faite ici est gardée jusqu’à ce qu’il y en ait {kept} plus récentes.
        </p>
      ) : (
        <p>
          Chaque jour, le site se copie de lui-même, et garde les {kept} derniers jours.
          {rows.length > 0 && ` La prochaine copie se fait ${next}.`} Une copie à la demande reste aussi
          longtemps que celle de son jour.{" "}
          <Link to={`${groupAddress("retention")}#reglage-dailyCopies`} className="underline">
            Changer ce nombre
          </Link>
        </p>
      )}
      {elsewhere && (
        <div>
          <p>
            Chaque jour, une copie part aussi, chiffrée, vers un second emplacement, avec les médias. La
            dernière qui y est arrivée{"\u00a0"}: {elsewhere.last ?? "aucune"}.
            {elsewhere.verified && ` La dernière vérifiée\u00a0: ${elsewhere.verified}.`}
            {elsewhere.missing && <strong className="text-blood-dark"> {elsewhere.missing}.</strong>}
          </p>
          {elsewhere.failure && (
            <p role="alert" className="font-semibold break-words text-blood-dark">
              {elsewhere.failure}
            </p>
          )}
        </div>
      )}
      {hasBucket && (
        <p>
          Les médias sont dans votre bucket{"\u00a0"}: les copies faites ici ne les contiennent pas. Activez
          les versions du bucket, ou lancez <code>npm run backup</code>.
        </p>
      )}
      <p>
        Le site restaure de lui-même chaque copie dans une base vide et la compare, table par table{"\u00a0"}:
        c’est alors qu’elle est vérifiée.
      </p>
      <p>
        {elsewhere ? "Les copies d’ici" : "Les copies"} sont sur le même disque que le site{"\u00a0"}:
        téléchargez-en une de temps en temps, et gardez-la comme un mot de passe. Elle contient les comptes et
        les messages, et de l’audience les totaux, sans le jour même.
      </p>
    </div>
  )
}

function emptyText({ isOwnServer, running, next }: Data) {
  if (running) return "Il n’y a pas encore d’autre copie."
  if (isOwnServer) return "Il n’y a pas encore de copie ici."
  return `Il n’y a pas encore de copie. La première se fait d’elle-même ${next}.`
}

function BackupRow({ row, count }: { row: Data["rows"][number]; count: number }) {
  const { title, facts, lack, checked, fault, sent, bare } = row
  const subject = `copie du ${title}`
  return (
    <ListRow
      subject={subject}
      title={title}
      facts={
        <>
          {fault ? <strong>{fault}</strong> : checked} · {facts.join(" · ")}
          {lack && <strong> · {lack}</strong>}
        </>
      }
      action={
        <a href={`${BACKUPS}/${sent}`} className="office-button">
          <Icon name="download" />
          Télécharger<span className="sr-only"> : {subject}</span>
        </a>
      }
      more={
        <>
          <Link to={`${CONTENTS}?${new URLSearchParams({ [COPY]: row.id })}`} className="item-link">
            <Icon name="search" />
            Ce qu’elle contient<span className="sr-only"> : {subject}</span>
          </Link>
          {bare && (
            <a href={`${BACKUPS}/${bare}`} className="item-link">
              <Icon name="download" />
              Télécharger sans les médias<span className="sr-only"> : {subject}</span>
            </a>
          )}
          <ConfirmButton
            label="Supprimer"
            icon="trash"
            subject={subject}
            className="item-link"
            {...deletionOf(row, count)}
          />
        </>
      }
    />
  )
}

/** What somebody has to type who needs one of them. */
function Restoring({ here, sent, copy }: NonNullable<Data["restoring"]>) {
  const isArchive = sent !== copy
  return (
    <Panel title="Restaurer une copie">
      <div className="grid max-w-[75ch] gap-3">
        <p>
          Restaurer remplace tout ce qu’il y a sur le site par ce qu’il y avait dans la copie{"\u00a0"}:
          contenus, comptes, réglages, messages. Ce qui est venu après est perdu{"\u00a0"}: sauvegardez
          d’abord. Le site peut rester ouvert.
        </p>
        <p>Sur la machine du site, dans le dossier du programme{"\u00a0"}:</p>
        <Command>{`npm run restore -- ${here} --overwrite`}</Command>
        <p>
          Sur une autre machine, avec une copie téléchargée
          {isArchive && " (l’archive contient la base et les médias, que la restauration remet en place)"}
          {"\u00a0"}:
        </p>
        <Command>
          {isArchive && `tar xf ${sent}\n`}
          {`npm run restore -- ${copy}`}
        </Command>
        <p>
          La commande vérifie toute la copie avant de toucher à quoi que ce soit. Une copie abîmée est
          refusée, et rien ne change.
        </p>
      </div>
    </Panel>
  )
}

function Command({ children }: { children: React.ReactNode }) {
  return (
    <pre className="max-w-full border border-rule bg-paper px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
      {children}
    </pre>
  )
}

const MAKING = {
  question: "Sauvegarder le site maintenant\u202f?",
  detail: "La copie se fait à côté, et le site reste ouvert.",
  confirmLabel: "Sauvegarder maintenant",
  isSafe: true,
  fields: { intent: "make" } satisfies Fields,
} satisfies Question

function deletionOf({ id, title }: { id: string; title: string }, count: number): Question {
  return {
    question: `Supprimer la copie du ${title}\u202f?`,
    detail:
      count === 1
        ? "C’est la seule qu’il y ait. Sans elle, rien ne ramène ce qui serait perdu aujourd’hui."
        : "Cette action est définitive. Les autres copies restent.",
    fields: { intent: "delete", id } satisfies Fields,
  }
}
