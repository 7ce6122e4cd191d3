import { Link } from "react-router"
import { groupAddress, type GroupName, GROUPS } from "#app/base/settings/groups.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { COPY, type copyIntents } from "./copy.schema.ts"

/** What a group of settings says otherwise today than in a copy. */
export type Difference = {
  group: GroupName
  /** It is changed on its own page only. */
  isApart: boolean
  /** The state of the group that was compared. */
  basis: string
  changes: { name: string; label: string; today: string; copied: string }[]
}

type Props = { copy: string; difference: Difference }

export function SettingsPanel({ copy, differences }: { copy: string; differences: Difference[] }) {
  return (
    <Panel title="Réglages qui ont changé depuis">
      {differences.length === 0 ? (
        <p>Aucun{"\u00a0"}: ils sont comme dans la copie.</p>
      ) : (
        <p className="max-w-[75ch]">
          Une page de réglages revient d’un coup, telle que la copie l’a. Les mots de passe ne sont ni montrés
          ni changés, et une image supprimée depuis ne revient pas.
        </p>
      )}
      <ul>
        {differences.map((difference) => (
          <GroupDifference key={difference.group} {...{ difference, copy }} />
        ))}
      </ul>
    </Panel>
  )
}

function GroupDifference({ difference, copy }: Props) {
  const { group, changes, isApart } = difference
  const { title } = GROUPS[group]
  return (
    <li className="mt-4 border-t border-rule pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg font-bold">{title}</h3>
        {isApart ? (
          <Link to={groupAddress(group)} className="underline">
            À changer sur sa page<span className="sr-only"> : {title}</span>
          </Link>
        ) : (
          <ConfirmButton
            label="Ramener"
            icon="archive-restore"
            subject={title}
            {...askSettings(copy, difference)}
          />
        )}
      </div>
      <Changes changes={changes} />
    </li>
  )
}

function Changes({ changes }: Pick<Difference, "changes">) {
  return (
    <dl className="mt-3 grid gap-4">
      {changes.map(({ name, label, today, copied }) => (
        <div key={name} className="grid gap-x-6 gap-y-2 md:grid-cols-2 xl:grid-cols-[12rem_1fr_1fr]">
          <dt className="font-semibold md:col-span-2 xl:col-span-1">{label}</dt>
          <Value label="Aujourd’hui" text={today} />
          <Value label="Dans la copie" text={copied} />
        </div>
      ))}
    </dl>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
      <span className="block text-sm text-paper-ink">{label}</span>
      {text ? <bdi>{text}</bdi> : <i className="text-paper-ink">vide</i>}
    </dd>
  )
}

/** What is asked before a group comes back, as a page, with what it is about. */
export function SettingsQuestion({ copy, difference }: Props) {
  return (
    <>
      <QuestionPage {...askSettings(copy, difference)} />
      <Changes changes={difference.changes} />
    </>
  )
}

function askSettings(copy: string, { group, basis, changes }: Difference): Question {
  const labels = changes.map(({ label }) => label).join(", ")
  return {
    question: `Ramener «\u00a0${GROUPS[group].title}\u00a0» comme dans la copie\u202f?`,
    detail: `Cela change\u00a0: ${labels}. Le journal garde trace de ce qu’ils disent aujourd’hui.`,
    confirmLabel: "Ramener",
    fields: { intent: "bring-settings", id: group, value: basis, [COPY]: copy } satisfies Asking<
      typeof copyIntents
    >,
  }
}
