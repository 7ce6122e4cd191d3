import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { maxRows, ROWS_PER_PAGE } from "#app/content/lists/list-view.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { respondToastFailure, respondToClick } from "#app/kit/http/responses.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Pagination } from "#app/kit/ui/pagination.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-failed-mails.route"
import { FAILED_MAILS } from "./failed-mails.copy.ts"
import { failedMailIntents } from "./failed-mails.schema.ts"
import {
  countFailedMails,
  dropMails,
  findFailedMails,
  listFailedMails,
  retryMails,
} from "./failed-mails.server.ts"
import { explainMailFailure } from "./mail-failure.copy.ts"

type Fields = Asking<typeof failedMailIntents>

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...page } = await loadList(url, {
    list: listFailedMails,
    measure: async (_asked, most) => ({ total: await countFailedMails(most) }),
    cannotLoad: "Impossible de charger les e-mails",
  })
  const askDropping = async (parameters: URLSearchParams) => {
    const asked = failedMailIntents.drop.safeParse({ ids: parameters.get("ids") ?? "" })
    const found = asked.success ? await findFailedMails(asked.data.ids) : []
    return found.length > 0 ? droppingOf(found) : undefined
  }
  return respondWithList({
    ...page,
    question: await findAsked(url, { drop: askDropping }, "E-mail non trouvé"),
    rows: rows.map(({ failedAt, failure, ...row }) => ({
      ...row,
      failedOn: formatLongTime(failedAt),
      reason: explainMailFailure(failure),
    })),
  })
}

export async function action({ request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), failedMailIntents)
  if (!asked.ok) return respondToastFailure(NOT_FOUND, 400)
  const { ids } = asked.value
  if (asked.intent === "drop")
    return respondToClick(
      async () => spellDone(await dropMails(ids), "abandonné"),
      "Impossible d’abandonner l’e-mail",
    )
  return respondToClick(async () => {
    const count = await retryMails(ids)
    return spellDone(count, "remis en attente")
  }, "Impossible de réessayer")
}

const NOT_FOUND = "E-mail non trouvé"

/** « 2 e-mails remis en attente »; nothing where nothing was done. */
function spellDone(count: number, done: string) {
  if (count === 0) return undefined
  return count === 1 ? `E-mail ${done}` : `${count} e-mails ${done.replace(/^\S+/, "$&s")}`
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "E-mails abandonnés")
}

export default function FailedMails({ loaderData }: Route.ComponentProps) {
  const { rows, total, failure, view, question } = loaderData
  const again = rows.filter(({ hasText }) => hasText)
  const pageCount = Math.ceil(Math.min(total, maxRows(view)) / ROWS_PER_PAGE)
  return (
    <ManagerPage title="E-mails abandonnés" question={question}>
      <p className="max-w-[75ch]">
        Ce que le site n’a pas pu envoyer, malgré une semaine d’essais ou parce que l’adresse est refusée. Ils
        sont gardés 14 jours.{" "}
        <Link to="/admin/health" className="underline">
          Santé du site
        </Link>
      </p>
      <Panel
        title={total > 0 ? `E-mails abandonnés (${total})` : "E-mails abandonnés"}
        aside={
          rows.length > 1 && (
            <div className="row-actions">
              {again.length > 1 && (
                <ActionButton
                  label={`Réessayer ces ${again.length}`}
                  icon="refresh-cw"
                  fields={{ intent: "retry", ids: idsOf(again) } satisfies Fields}
                />
              )}
              <ConfirmButton label={`Abandonner ces ${rows.length}`} icon="trash" {...droppingOf(rows)} />
            </div>
          )
        }
      >
        {failure && <FailureNotice what={failure} />}
        {rows.length === 0 && !failure && <p className="py-8 text-center">Aucun e-mail n’a été abandonné.</p>}
        <ul>
          {rows.map((mail) => (
            <FailedMail key={mail.id} mail={mail} />
          ))}
        </ul>
        {pageCount > 1 && (
          <div className="mt-5">
            <Pagination
              page={view.page}
              pageCount={pageCount}
              makeAddress={(page) => (page > 1 ? `${FAILED_MAILS}?page=${page}` : FAILED_MAILS)}
            />
          </div>
        )}
      </Panel>
    </ManagerPage>
  )
}

type Mail = Route.ComponentProps["loaderData"]["rows"][number]

function FailedMail({ mail }: { mail: Mail }) {
  const { id, recipient, subject, failedOn, reason, hasText } = mail
  const about = `l’e-mail «\u00a0${subject}\u00a0»`
  return (
    <li className="border-t border-rule py-4 first:border-0 first:pt-0">
      <h3 className="font-semibold break-words">{subject}</h3>
      <p className="text-sm break-words text-paper-ink">
        à <span className="break-all">{recipient}</span> · abandonné le {failedOn}
      </p>
      <p className="mt-1 break-words">{reason}</p>
      {!hasText && (
        <p className="mt-1 text-sm">
          Il contenait un lien qui ouvre un compte{"\u00a0"}: il n’est gardé nulle part. La personne peut en
          demander un autre.
        </p>
      )}
      <div className="row-actions mt-3">
        {hasText && (
          <ActionButton
            label="Réessayer"
            icon="refresh-cw"
            subject={about}
            fields={{ intent: "retry", ids: id } satisfies Fields}
          />
        )}
        <ConfirmButton label="Abandonner" icon="trash" subject={about} {...droppingOf([mail])} />
      </div>
    </li>
  )
}

const idsOf = (mails: { id: string }[]) => mails.map(({ id }) => id).join(",")

/** What is asked before mails that were given up are deleted. */
function droppingOf(mails: { id: string; subject: string }[]): Question {
  const [first, ...more] = mails
  return {
    question:
      first && more.length === 0
        ? `Abandonner l’e-mail «\u00a0${first.subject}\u00a0»\u202f?`
        : `Abandonner ces ${mails.length} e-mails\u202f?`,
    detail: "Ils ne seront jamais envoyés, et disparaissent de cette liste.",
    confirmLabel: "Abandonner",
    fields: { intent: "drop", ids: idsOf(mails) } satisfies Fields,
  }
}
