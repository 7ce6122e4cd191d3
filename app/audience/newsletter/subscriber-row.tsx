import { HistoryLink } from "#app/content/history-link.tsx"
import { askAboutTicked } from "#app/content/lists/deed-questions.ts"
import { SelectBox } from "#app/content/lists/selection.tsx"
import { LETTER_TOPICS, type LetterTopic } from "#app/kit/lib/letters.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { TOPIC_LABELS } from "./newsletter.copy.ts"
import { SUBSCRIBERS } from "./subscriber-list.ts"
import { STATE_LABELS, type SubscriberState } from "./subscriber-state.ts"

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
export function SubscriberRow({ subscriber }: Props) {
  const { id, name, email, createdOn, state, topics, isAskable, askedOn } = subscriber
  const deeds = Object.entries(SUBSCRIBERS.deeds).filter(
    ([intent]) => (intent !== "ask" || isAskable) && (intent !== "reactivate" || state === "refused"),
  )
  return (
    <li className="flex border-t border-rule py-3">
      <SelectBox id={id} subject={email} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="font-semibold break-words">{name || "Anonyme"}</p>
          <p className="text-sm break-all text-paper-ink">{email}</p>
          <p className="text-sm text-paper-ink">
            {createdOn} · <HistoryLink kind="subscriber" id={id} subject={email} />
          </p>
          {state !== "confirmed" && (
            <p className="mt-1 text-sm text-paper-ink">
              <Badge variant={state === "refused" ? "secondary" : "outline"}>{STATE_LABELS[state]}</Badge>
              {state === "waiting" && askedOn && ` demandé le ${askedOn}`}
            </p>
          )}
          {topics.length < LETTER_TOPICS.length && (
            <p className="mt-1 text-sm text-paper-ink">{nameTopics(topics) || "Ne veut rien recevoir"}</p>
          )}
        </div>
        <div className="row-actions w-auto">
          {deeds.map(([intent, deed]) => (
            <ConfirmButton
              key={intent}
              label={deed.label}
              icon={deed.icon}
              subject={email}
              {...askAboutTicked(SUBSCRIBERS, deed, [{ title: email }], { intent, ids: String(id) })}
            />
          ))}
        </div>
      </div>
    </li>
  )
}

/** « Les nouveaux épisodes, les lettres de l’équipe » */
function nameTopics(topics: LetterTopic[]) {
  const [first = "", ...others] = LETTER_TOPICS.filter((topic) => topics.includes(topic)).map(
    (topic) => TOPIC_LABELS[topic],
  )
  return [first, ...others.map((label) => label.replace(/^L/, "l"))].join(", ")
}
