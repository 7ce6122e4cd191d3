import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { loadList, respondWithList } from "#app/content/manager.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { explainReturn } from "../bounces/returns.copy.ts"
import { explainRefusal } from "../sending/refusal.copy.ts"
import type { Route } from "./+types/recipients.route"
import { getViewer } from "../../../accounts/auth/guard.server.ts"
import { actOnLetter, missingLetter } from "./letter-actions.server.ts"
import { letterAddress, LETTERS } from "./letter-list.ts"
import { askToResend } from "./letter-page.copy.ts"
import { recipientIntents } from "./letter-page.schema.ts"
import { recipientsOf } from "./recipient-list.ts"
import { RecipientRow } from "./recipient-row.tsx"
import { findLetterOf, listRecipients, recipientRows } from "./recipients.server.ts"

export async function loader({ params, url }: Route.LoaderArgs) {
  const letter = await findLetterOf(parseId(params.id) ?? 0)
  if (!letter) throw missingLetter()
  const { rows, ...page } = await loadList(url, {
    filterNames: recipientsOf(letter.id),
    list: (options) => listRecipients(letter.id, options),
    count: (search, filters, most) => recipientRows(letter.id).count({ search, filters }, most),
    cannotLoad: "Impossible de charger les destinataires",
  })
  const question = await findAsked(
    url,
    { settle: () => askToResend(1, parseId(url.searchParams.get("recipient") ?? "")) },
    LETTERS.notFound,
  )
  const isStopped = letter.state === "stopped"
  return respondWithList({
    ...page,
    letter,
    question,
    rows: rows.map(({ id, email, name, state, failure, dueAt, endedAt, cameBack, cameBackAt }) => ({
      ...{ id, email, name, state },
      isOver: isStopped && (state === "waiting" || state === "sending"),
      isAsked: state === "uncertain" && endedAt === null,
      when: endedAt ? formatLongTime(endedAt) : "",
      retryAt: state === "waiting" && failure && !isStopped ? formatLongTime(dueAt) : "",
      why: failure && !cameBack && state !== "sent" ? explainRefusal(failure) : "",
      cameBack: cameBack && {
        why: explainReturn(cameBack, failure),
        at: cameBackAt ? formatLongTime(cameBackAt) : "",
      },
    })),
  })
}

/** What a host says of one recipient of whom nobody knows whether the letter arrived. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  parseIntent(form, recipientIntents)
  return actOnLetter(parseId(params.id) ?? 0, form, getViewer(context))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return adminMeta(matches, `Destinataires\u00a0: ${loaderData?.letter.title ?? ""}`)
}

export default function Recipients({ loaderData }: Route.ComponentProps) {
  const { letter, question, rows, ...list } = loaderData
  const type = recipientsOf(letter.id)
  return (
    <>
      <p>
        <Link to={letterAddress(letter.id)} className="underline">
          Retour à la lettre
        </Link>
      </p>
      <div className="mt-2">
        <ManagerPage title="Destinataires" question={question}>
          <ManagerList
            {...list}
            title={letter.title}
            path={type.path}
            type={type}
            nouns={type.nouns}
            searchLabel="Rechercher un nom ou une adresse"
            emptyText="Cette lettre n’a pas encore de destinataires."
          >
            <ul>
              {rows.map((row) => (
                <RecipientRow key={row.id} recipient={row} isStopped={letter.state === "stopped"} />
              ))}
            </ul>
          </ManagerList>
        </ManagerPage>
      </div>
    </>
  )
}
