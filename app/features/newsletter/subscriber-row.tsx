import { HistoryLink } from "#app/content/history-link.tsx"
import { askAboutTicked } from "#app/content/lists/deed-questions.ts"
import { SelectBox } from "#app/content/lists/selection.tsx"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { SUBSCRIBERS } from "./subscriber-list.ts"

type Props = { subscriber: { id: number; name: string; email: string; createdOn: string } }

/** One subscriber of the list, and what can be done with their subscription. */
export function SubscriberRow({ subscriber }: Props) {
  const { id, name, email, createdOn } = subscriber
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
        </div>
        <div className="row-actions w-auto">
          {Object.entries(SUBSCRIBERS.deeds).map(([intent, deed]) => (
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
