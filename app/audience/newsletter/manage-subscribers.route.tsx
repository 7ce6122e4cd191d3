import { Link } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { HistoryLink } from "#app/content/history-link.tsx"
import { askAboutTicked } from "#app/content/lists/bulk-action-questions.ts"
import { runBulkAction, questionAbout, together } from "#app/content/lists/bulk-actions.server.ts"
import { formatCount } from "#app/content/lists/list-type.ts"
import { ListRow } from "#app/content/lists/list-row.tsx"
import { listAddress } from "#app/content/lists/list-view.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { csvAddress } from "#app/content/managed-type.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { LETTER_TOPICS, type LetterTopic } from "#app/kit/lib/letters.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { Route } from "./+types/manage-subscribers.route"
import {
  askSubscribers,
  deleteSubscribers,
  reactivateSubscribers,
  unsubscribeSubscribers,
} from "./manage-subscribers.server.ts"
import { TOPIC_LABELS } from "./newsletter.copy.ts"
import { countAllSubscribers, listSubscribers, subscriberRows } from "./newsletter.server.ts"
import { subscriberIntents, SUBSCRIBERS } from "./subscriber-list.ts"
import { STATE_LABELS, type SubscriberState } from "./subscriber-state.ts"

const CSV = csvAddress(SUBSCRIBERS.path)

export async function loader({ url }: Route.LoaderArgs) {
  const ask = (name: string) => () => questionAbout(url, SUBSCRIBERS, subscriberRows, name)
  const asking = Object.fromEntries(Object.keys(SUBSCRIBERS.bulkActions).map((name) => [name, ask(name)]))
  const [{ rows, ...page }, subscribers, question] = await Promise.all([
    loadList(url, {
      filterNames: SUBSCRIBERS,
      list: listSubscribers,
      measure: subscriberRows.measure,
      cannotLoad: "Impossible de charger les abonnés",
    }),
    countAllSubscribers().catch(() => ({ all: 0, waiting: 0, refused: 0 })),
    findAsked(url, asking, "Abonné non trouvé"),
  ])
  return respondWithList({
    ...page,
    subscribers,
    question,
    rows: rows.map(({ createdAt, askedAt, ...row }) => ({
      ...row,
      createdOn: formatLongDate(createdAt),
      askedOn: askedAt && formatLongDate(askedAt),
    })),
  })
}

/**
 * People who ask to be left out, those whom a mistake has put in, and those whom mails go to: after re-authentication, as nobody can put
 * them back, nor take a mail back.
 */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  parseIntent(form, subscriberIntents)
  await requireReauthentication(context, form)
  return runBulkAction(form, url, SUBSCRIBERS, subscriberRows, {
    ask: askSubscribers,
    reactivate: reactivateSubscribers,
    unsubscribe: together(unsubscribeSubscribers),
    delete: together(deleteSubscribers),
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Newsletter")
}

export default function Newsletter({ loaderData }: Route.ComponentProps) {
  const { rows, subscribers, question, ...list } = loaderData
  return (
    <ManagerPage
      title="Newsletter"
      action={{ to: "/admin/newsletter/import", label: "Importer des abonnés" }}
      question={question}
    >
      <ManagerList
        {...list}
        title={`Abonnés newsletter (${subscribers.all})`}
        path={SUBSCRIBERS.path}
        type={SUBSCRIBERS}
        isPlain
        nouns={SUBSCRIBERS.nouns}
        searchLabel="Rechercher un nom ou une adresse"
        tools={<SubscriberCounts counts={subscribers} />}
        emptyText="Aucun abonné pour le moment."
        csv={CSV}
      >
        <SelectableList
          {...list}
          type={SUBSCRIBERS}
          rows={rows.map(({ id, email }) => ({ id, title: email }))}
          beside={(ids) => (
            <a
              href={
                ids === null
                  ? listAddress(CSV, { ...list.view, page: 1 })
                  : `${CSV}?${new URLSearchParams({ ids })}`
              }
              className="office-button"
            >
              <Icon name="download" />
              Exporter<span className="sr-only"> la sélection</span>
            </a>
          )}
        >
          <ul className="list-rows">
            {rows.map((row) => (
              <SubscriberRow key={row.id} subscriber={row} />
            ))}
          </ul>
        </SelectableList>
      </ManagerList>
    </ManagerPage>
  )
}

type SubscriberCountsProps = { counts: { all: number; waiting: number; refused: number } }

/** Who gets letters and who does not, above the list, each with the way to those people. */
function SubscriberCounts({ counts: { all, waiting, refused } }: SubscriberCountsProps) {
  const parts = [
    {
      state: "confirme",
      count: all - waiting - refused,
      nouns: ["reçoit les lettres", "reçoivent les lettres"],
    },
    { state: "attente", count: waiting, nouns: ["doit encore confirmer", "doivent encore confirmer"] },
    { state: "refuse", count: refused, nouns: ["a une adresse refusée", "ont une adresse refusée"] },
  ].filter(({ count }) => count > 0)
  return (
    <p className="my-2">
      {parts.map(({ state, count, nouns }, index) => (
        <span key={state}>
          {index > 0 && ", "}
          <Link to={`${SUBSCRIBERS.path}?etat=${state}`} className="underline">
            {formatCount(count)} {nouns[count > 1 ? 1 : 0]}
          </Link>
        </span>
      ))}
      {parts.length > 0 && ". "}
      <Link to={`${SUBSCRIBERS.path}/growth`} className="underline">
        Voir l’évolution
      </Link>
    </p>
  )
}

type Props = {
  subscriber: {
    id: number
    name: string
    email: string
    createdOn: string
    state: SubscriberState
    topics: LetterTopic[]
    /** Whether they may be asked to confirm now. */
    isAskable: boolean
    askedOn: string | null
  }
}

/** One subscriber of the list, and what can be done with their subscription. */
function SubscriberRow({ subscriber }: Props) {
  const { id, name, email, createdOn, state, topics, isAskable, askedOn } = subscriber
  const bulkActions = Object.entries(SUBSCRIBERS.bulkActions).filter(
    ([intent]) => (intent !== "ask" || isAskable) && (intent !== "reactivate" || state === "refused"),
  )
  const facts = [
    email,
    createdOn,
    state === "waiting" && askedOn && `demandé le ${askedOn}`,
    topics.length < LETTER_TOPICS.length && (nameTopics(topics) || "Ne veut rien recevoir"),
  ]
  return (
    <ListRow
      id={id}
      subject={email}
      title={name || "Anonyme"}
      facts={facts.filter(Boolean).join(" · ")}
      state={
        state !== "confirmed" && (
          <span data-state={state === "refused" ? "secondary" : "outline"}>{STATE_LABELS[state]}</span>
        )
      }
      more={
        <>
          {bulkActions.map(([intent, bulkAction]) => (
            <ConfirmButton
              key={intent}
              label={bulkAction.label}
              icon={bulkAction.icon}
              subject={email}
              className="item-link"
              {...askAboutTicked(SUBSCRIBERS, bulkAction, [{ title: email }], { intent, ids: String(id) })}
            />
          ))}
          <HistoryLink kind="subscriber" id={id} subject={email} icon="history" className="item-link" />
        </>
      }
    />
  )
}

/** « Les nouveaux épisodes, les lettres de l’équipe » */
function nameTopics(topics: LetterTopic[]) {
  const [first = "", ...others] = LETTER_TOPICS.filter((topic) => topics.includes(topic)).map(
    (topic) => TOPIC_LABELS[topic],
  )
  return [first, ...others.map((label) => label.replace(/^L/, "l"))].join(", ")
}
